/**
 * A device that is not available here: sends its firmware's packets in order, cut to the lengths of its
 * fields.
 */

import { connect } from "node:net";
import type { Duplex } from "node:stream";
import mqttPacket, { type IConnectPacket, type Packet, parser } from "mqtt-packet";
import { createWebSocketStream, WebSocket } from "ws";
import { until } from "../../support/until.ts";
import type { ConnectionSettings } from "../connection-settings.ts";
import type { Way } from "../program.ts";

export interface Speaker {
  publish(topic: string, payload: string, options?: { qos?: 0 | 1 | 2; retain?: boolean }): void;
  /** One SUBSCRIBE with all filters. */
  subscribe(qos: 0 | 1 | 2, ...filters: string[]): void;
}

export interface Firmware {
  /** Bytes of its fields; longer values are cut, as its `strlcpy` does. */
  fields?: { username?: number; password?: number; clientId?: number; topic?: number };
  connect: Pick<IConnectPacket, "clientId" | "keepalive" | "clean" | "will">;
  /** Its reconnect delay. */
  comesBackAfterMs: number;
  onConnect(speaker: Speaker): void;
  onMessage(topic: string, payload: string, speaker: Speaker): void;
}

const cut = (text: string, bytes = Number.POSITIVE_INFINITY): string =>
  Buffer.byteLength(text) <= bytes ? text : Buffer.from(text).subarray(0, bytes).toString("utf8");

/** Paho's default path, and so Home Assistant's, is `/`. */
async function dial({ host, port }: ConnectionSettings, way: Way): Promise<Duplex> {
  if (way === "TCP") return connect({ host, port, noDelay: true });
  const socket = new WebSocket(`ws://${host}:${port}/`, "mqtt");
  const stream = createWebSocketStream(socket);
  socket.on("close", () => stream.destroy());
  return stream;
}

export class Player {
  readonly #firmware: Firmware;
  readonly #place: ConnectionSettings;
  readonly #way: Way;
  readonly #log: string[] = [];
  #line: Duplex | null = null;
  #unanswered = new Set<number>();
  #lastId = 0;
  #isIn = false;
  #isOver = false;
  #pinging: NodeJS.Timeout | undefined;

  constructor(firmware: Firmware, place: ConnectionSettings, way: Way) {
    this.#firmware = firmware;
    this.#place = place;
    this.#way = way;
  }

  said = (): string => this.#log.join("\n");

  async start(): Promise<void> {
    await this.#open();
    await until("the firmware to be connected", () => this.#isIn && this.#unanswered.size === 0).catch(
      (error: Error) => {
        throw new Error(`${error.message} ${this.said()}`);
      },
    );
  }

  stop(): void {
    this.#isOver = true;
    clearInterval(this.#pinging);
    this.#line?.destroy();
  }

  readonly speaker: Speaker = {
    publish: (topic, payload, { qos = 0, retain = false } = {}) => {
      const message = { cmd: "publish", topic: this.#topic(topic), payload, retain, dup: false } as const;
      this.#send(qos === 0 ? { ...message, qos } : { ...message, qos, messageId: this.#nextId() });
    },
    subscribe: (qos, ...filters) => {
      const subscriptions = filters.map((topic) => ({ topic: this.#topic(topic), qos }));
      this.#send({ cmd: "subscribe", messageId: this.#nextId(), subscriptions });
    },
  };

  #topic = (topic: string): string => cut(topic, this.#firmware.fields?.topic);

  #nextId(): number {
    this.#lastId = (this.#lastId % 65_535) + 1;
    this.#unanswered.add(this.#lastId);
    return this.#lastId;
  }

  #send(packet: Packet): void {
    this.#line?.write(mqttPacket.generate(packet));
  }

  async #open(): Promise<void> {
    const line = await dial(this.#place, this.#way);
    this.#line = line;
    this.#unanswered.clear();
    const reader = parser({ protocolVersion: 4 });
    reader.on("packet", (packet) => this.#read(packet));
    line.on("data", (chunk: Buffer) => reader.parse(chunk));
    line.on("error", (error: Error) => this.#log.push(error.message));
    line.on("close", () => this.#comeBack());
    const { fields = {}, connect: hello } = this.#firmware;
    this.#send({
      cmd: "connect",
      protocolId: "MQTT",
      protocolVersion: 4,
      ...hello,
      clientId: cut(hello.clientId, fields.clientId),
      username: cut(this.#place.username, fields.username),
      password: Buffer.from(cut(this.#place.password, fields.password)),
    });
  }

  #comeBack(): void {
    this.#isIn = false;
    clearInterval(this.#pinging);
    if (!this.#isOver) setTimeout(() => !this.#isOver && void this.#open(), this.#firmware.comesBackAfterMs);
  }

  #read(packet: Packet): void {
    const messageId = packet.messageId ?? 0;
    if (packet.cmd === "connack") this.#welcome(packet.returnCode ?? 0);
    else if (packet.cmd === "pubrec") this.#send({ cmd: "pubrel", messageId });
    else if (packet.cmd === "pubrel") this.#send({ cmd: "pubcomp", messageId });
    else if (packet.cmd === "publish") {
      if (packet.qos > 0) this.#send({ cmd: packet.qos === 1 ? "puback" : "pubrec", messageId });
      this.#firmware.onMessage(packet.topic, packet.payload.toString(), this.speaker);
    } else if (packet.cmd === "suback" && packet.granted.some((code) => Number(code) > 2)) {
      // without the subscription it never receives commands
      this.#log.push(`It was not granted: ${JSON.stringify(packet.granted)}`);
    } else this.#unanswered.delete(messageId);
  }

  #welcome(code: number): void {
    this.#log.push(`CONNACK ${code}`);
    if (code !== 0) return;
    const alive = (this.#firmware.connect.keepalive ?? 60) * 1000;
    this.#pinging = setInterval(() => this.#send({ cmd: "pingreq" }), alive);
    this.#firmware.onConnect(this.speaker);
    this.#isIn = true;
  }
}
