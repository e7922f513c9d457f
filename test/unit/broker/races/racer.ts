/** One racing connection: sends without waiting for answers, and writes the history. */

import type { Packet } from "mqtt-packet";
import type { Account, Person } from "../support/account.ts";
import type { Client } from "../support/client.ts";
import { type Connection, type History, PENDING, type Publication, type QoS } from "./history.ts";

/** What all connections of one client id share. */
export interface Place {
  seat: number;
  version: 4 | 5;
  clientId: string;
  person: Person | null;
  nextId: number;
  /** Messages above QoS 0 that are not complete, by packet id. */
  open: Map<number, Publication>;
}

export interface Manner {
  clean: boolean;
  kept: boolean;
  isShort: boolean;
  acknowledges: Connection["acknowledges"];
  /** Sends PUBREL. */
  completes: boolean;
  window: number;
  will: { topic: string; delay: number } | null;
}

/** Seconds of a session's expiry and a will's delay: fewer than pass at once, and more than pass in a race. */
export const SHORT = 60;
export const LONG = 10_000;
const never = Number.POSITIVE_INFINITY;

export class Racer {
  readonly connection: Connection;
  readonly #client: Client;
  readonly #history: History;
  readonly #home: Account;
  readonly #place: Place;
  readonly #completes: boolean;
  readonly #window: number;
  #requests = 40_000;
  #heard = 0;
  #pongs = 0;
  #isOver = false;

  constructor(home: Account, history: History, place: Place, manner: Manner, client: Client) {
    this.#home = home;
    this.#history = history;
    this.#place = place;
    this.#client = client;
    this.#completes = manner.completes;
    this.#window = manner.window;
    const { seat, version } = place;
    const { clean, acknowledges } = manner;
    // 3.1.1 has one flag for both
    const kept = version === 4 ? !clean : manner.kept;
    const isShort = version === 5 && kept && manner.isShort;
    this.connection = {
      name: `connection ${history.connections.length} of ${history.seats[seat]?.name}`,
      seat,
      version,
      clean,
      kept,
      isShort,
      acknowledges,
      will: null,
      code: null,
      present: false,
      how: null,
      from: never,
      to: never,
      left: never,
      ended: never,
    };
    history.connections.push(this.connection);
    client.onPacket = (packet) => this.#arrived(packet);
    this.#connect(manner);
  }

  get isOpen(): boolean {
    return this.connection.code === 0 && this.connection.how === null && this.#client.closed === null;
  }

  get isSilent(): boolean {
    return this.#isOver || this.#client.closed !== null || this.connection.how !== null;
  }

  get heard(): number {
    return this.#heard;
  }

  #connect({ will }: Manner): void {
    const { connection } = this;
    const { version, person, clientId } = this.#place;
    connection.from = this.#history.now();
    if (will !== null) {
      const delay = version === 5 ? will.delay : 0;
      connection.will = { ...this.#publication(will.topic, 1, false), isWill: true, delay };
      this.#history.publications.push(connection.will);
    }
    const expiry = connection.isShort ? SHORT : LONG;
    const properties = {
      sessionExpiryInterval: connection.kept ? expiry : 0,
      receiveMaximum: this.#window,
    };
    this.#client.connect(person ?? { clientId }, {
      clientId,
      clean: connection.clean,
      ...(version === 5 && { properties }),
      ...(connection.will !== null && { will: this.#willPacket(connection.will) as never }),
    });
  }

  #willPacket({ topic, text, delay }: Publication) {
    const properties = delay > 0 ? { willDelayInterval: delay } : {};
    return {
      topic: this.#home.topic(topic),
      payload: Buffer.from(text),
      qos: 1,
      retain: false,
      properties,
    };
  }

  #publication(topic: string, qos: QoS, retain: boolean, text?: string): Publication {
    return {
      text: text ?? `m${this.#history.publications.length}`,
      topic,
      qos,
      retain,
      by: this.connection,
      isWill: false,
      delay: 0,
      reason: null,
      isProcessed: false,
      repeatedBy: [],
      from: this.#history.now(),
      to: never,
    };
  }

  /** Until CONNACK, or the close instead of it. */
  answered(): Promise<void> {
    return this.#client.until(
      () => this.connection.code !== null || this.#client.closed !== null,
      "no CONNACK",
    );
  }

  publish(topic: string, qos: QoS, retain: boolean): void {
    if (this.isSilent) return;
    const publication = this.#publication(topic, qos, retain);
    this.#history.publications.push(publication);
    const messageId = qos === 0 ? 0 : this.#place.nextId++;
    if (qos > 0) this.#place.open.set(messageId, publication);
    this.#client.publish(this.#home.topic(topic), publication.text, { qos, retain, messageId });
  }

  subscribe(filter: string, isAdded: boolean, qos: QoS): void {
    if (this.isSilent) return;
    const messageId = this.#requests++;
    const { connection } = this;
    const from = this.#history.now();
    const request = { connection, filter, isAdded, granted: null, from, to: never };
    this.#history.requests.push(request);
    this.#byId.set(messageId, request);
    const spelled = filter.replace("{own}", this.#home.userId);
    this.#send(
      isAdded
        ? { cmd: "subscribe", messageId, subscriptions: [{ topic: spelled, qos }] }
        : { cmd: "unsubscribe", messageId, unsubscriptions: [spelled] },
    );
  }
  readonly #byId = new Map<number, History["requests"][number]>();

  async leave(how: NonNullable<Connection["how"]>): Promise<void> {
    await this.answered();
    if (this.isSilent || this.connection.code !== 0) return;
    this.connection.how = how === "quit" && this.connection.version === 4 ? "disconnect" : how;
    this.connection.left = this.#history.now();
    if (how === "cut") this.#client.cut();
    else this.#client.disconnect(0, how === "quit" ? { sessionExpiryInterval: 0 } : {});
    await this.#client.end();
  }

  end(): void {
    if (this.isSilent) return;
    this.#isOver = true;
    this.#client.cut();
  }

  #send(packet: Packet): void {
    if (!this.isSilent) this.#client.send(packet);
  }

  /** Until everything sent before was processed, or the connection has ended. */
  async ping(): Promise<void> {
    if (this.isSilent) return;
    const before = this.#pongs;
    this.#send({ cmd: "pingreq" });
    await this.#client.until(() => this.#pongs > before || this.#client.closed !== null, "no PINGRESP");
  }

  #arrived(packet: Packet): void {
    this.#client.received.length = 0;
    switch (packet.cmd) {
      case "connack":
        this.#accepted(packet);
        break;
      case "pingresp":
        this.#pongs++;
        break;
      case "suback":
      case "unsuback":
        this.#granted(packet);
        break;
      case "publish":
        this.#received(packet);
        break;
      case "pubrel":
        this.#heard++;
        if (this.#acknowledges()) this.#send({ cmd: "pubcomp", messageId: packet.messageId as number });
        break;
      case "puback":
      case "pubrec":
      case "pubcomp":
        this.#acknowledged(packet);
        break;
      case "disconnect":
        break;
      default:
        throw new Error(`${this.connection.name} got ${packet.cmd}`);
    }
  }

  #accepted(packet: Extract<Packet, { cmd: "connack" }>): void {
    const { connection } = this;
    connection.code = packet.reasonCode ?? packet.returnCode ?? 0;
    connection.present = packet.sessionPresent;
    connection.to = this.#history.now();
    if (connection.code !== 0) return;
    const { open } = this.#place;
    if (!connection.present) open.clear();
    for (const [messageId, publication] of open) {
      if (publication.by === connection) continue;
      if (this.isSilent) return;
      publication.repeatedBy.push(connection);
      if (publication.reason !== null) {
        this.#send({ cmd: "pubrel", messageId });
        continue;
      }
      publication.to = never;
      const { text, qos, retain } = publication;
      const topic = this.#home.topic(publication.topic);
      this.#client.publish(topic, text, { qos, retain, messageId, dup: true });
    }
  }

  #granted(packet: Extract<Packet, { cmd: "suback" | "unsuback" }>): void {
    const request = this.#byId.get(packet.messageId as number);
    if (request === undefined) return;
    request.to = this.#history.now();
    request.granted = packet.cmd === "suback" ? (packet.granted[0] as number) : 0;
  }

  #acknowledged(packet: Extract<Packet, { cmd: "puback" | "pubrec" | "pubcomp" }>): void {
    const { open } = this.#place;
    const messageId = packet.messageId as number;
    const publication = open.get(messageId);
    const reason = packet.reasonCode ?? 0;
    if (packet.cmd !== "pubrec" || reason >= 0x80) open.delete(messageId);
    else if (this.#completes) this.#send({ cmd: "pubrel", messageId });
    if (publication === undefined || packet.cmd === "pubcomp") return;
    publication.reason ??= reason;
    publication.to = Math.min(publication.to, this.#history.now());
  }

  #received(packet: Extract<Packet, { cmd: "publish" }>): void {
    const { connection } = this;
    const text = String(packet.payload);
    const topic = packet.topic.slice(this.#home.userId.length + 1);
    const publication = this.#history.publications.find((each) => each.text === text && each.topic === topic);
    if (publication === undefined) throw new Error(`${connection.name} got ${text} on ${topic}`);
    const { qos, dup, retain } = packet;
    const at = this.#history.now();
    this.#heard++;
    publication.to = Math.min(publication.to, at);
    const messageId = packet.messageId as number;
    const isSettled = qos > 0 && this.#acknowledges() && !this.isSilent;
    const settled = isSettled ? PENDING : never;
    this.#history.receptions.push({ publication, connection, at, qos, dup, retain, settled });
    if (isSettled) this.#send({ cmd: qos === 1 ? "puback" : "pubrec", messageId });
  }

  /** Whether it acknowledges the packet that has just arrived. */
  #acknowledges(): boolean {
    const { acknowledges } = this.connection;
    return acknowledges === "all" || (acknowledges === "odd" && this.#heard % 2 === 1);
  }
}
