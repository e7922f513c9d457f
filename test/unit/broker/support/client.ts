/** A client on a real socket of the object: packets by an independent codec, or bytes. */

import mqtt, { type Packet } from "mqtt-packet";
import { NOWHERE } from "../../../../broker/hub/socket/attachment.ts";
import type { Version } from "../../../support/packet-bytes.ts";
import type { Account, Person } from "./account.ts";

const PATIENCE = 20_000;

/** For `expect.poll`. */
export const SOON = { timeout: PATIENCE, interval: 10 };

/** An account with an object. */
type Home = Pick<Account, "stub">;
type Login = Pick<Person, "username" | "password"> | { clientId: string };
type Connect = Partial<Extract<Packet, { cmd: "connect" }>>;

export class Client {
  readonly received: Packet[] = [];
  /** Close code, once the broker has closed. */
  closed: number | null = null;
  /** The sentence of the close frame. */
  closedFor = "";
  readonly version: Version;
  frames = 0;
  /** Called with each packet as it arrives. */
  onPacket: (packet: Packet) => void = () => {};
  #socket: WebSocket;
  #waiting: (() => void)[] = [];

  constructor(socket: WebSocket, version: Version) {
    this.#socket = socket;
    this.version = version;
    const parser = mqtt.parser({ protocolVersion: version });
    parser.on("packet", (packet) => {
      this.received.push(packet);
      this.onPacket(packet);
    });
    parser.on("error", (error) => {
      throw error;
    });
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", (event) => {
      this.frames++;
      parser.parse(Buffer.from(event.data as ArrayBuffer));
      this.#stir();
    });
    socket.addEventListener("close", (event) => {
      this.closed = event.code;
      this.closedFor = event.reason;
      this.#stir();
    });
    socket.accept();
  }

  static async open(account: Home, version: Version = 5, address?: string): Promise<Client> {
    const response = await Client.openSocket(account, address);
    if (response.webSocket === null) throw new Error(`no socket: ${response.status}`);
    return new Client(response.webSocket, version);
  }

  /** An upgrade as the worker forwards it, with an optional client address. */
  static openSocket(account: Home, address?: string): Promise<Response> {
    const edge = encodeURIComponent(JSON.stringify({ ...NOWHERE, address }));
    return account.stub.fetch("http://broker/", {
      headers: {
        Upgrade: "websocket",
        "Sec-WebSocket-Protocol": "mqtt",
        ...(address !== undefined && { "Switchyard-Edge": edge }),
      },
    });
  }

  static async connect(
    account: Home,
    who: Login,
    version: Version = 5,
    options: Connect = {},
    address?: string,
  ): Promise<Client & { connack: Extract<Packet, { cmd: "connack" }> }> {
    const client = await Client.open(account, version, address);
    client.connect(who, options);
    const connack = await client.next("connack");
    return Object.assign(client, { connack });
  }

  /** Returns the code of the CONNACK; without a CONNACK, the close code. */
  static async answer(...given: Parameters<typeof Client.connect>): Promise<number> {
    const [account, who, version = 5, options, address] = given;
    const client = await Client.open(account, version, address);
    client.connect(who, options);
    const connack = () => client.received.find((each) => each.cmd === "connack");
    await client.until(() => connack() !== undefined || client.closed !== null, "no answer");
    const { returnCode, reasonCode } = connack() ?? {};
    return returnCode ?? reasonCode ?? client.closed ?? 0;
  }

  connect(who: Login, options: Connect = {}): void {
    const login = "username" in who ? { username: who.username, password: who.password } : {};
    const clientId = "clientId" in who ? who.clientId : `c-${crypto.randomUUID()}`;
    this.send({
      cmd: "connect",
      protocolId: "MQTT",
      protocolVersion: this.version,
      clean: true,
      clientId,
      keepalive: 0,
      ...login,
      ...options,
    } as Packet);
  }

  send(packet: Packet): void {
    this.bytes(mqtt.generate(packet, { protocolVersion: this.version }));
  }

  bytes(bytes: Uint8Array): void {
    this.#socket.send(bytes.slice().buffer as ArrayBuffer);
  }

  text(text: string): void {
    this.#socket.send(text);
  }

  /** Ends the transport without a DISCONNECT. */
  cut(): void {
    this.#socket.close(1000);
  }

  publish(topic: string, payload = "x", options: Partial<Extract<Packet, { cmd: "publish" }>> = {}): void {
    this.send({ cmd: "publish", topic, payload, qos: 0, retain: false, dup: false, ...options } as Packet);
  }

  async subscribe(
    filter: string,
    qos: 0 | 1 | 2 = 1,
    options: { nl?: boolean; rap?: boolean; rh?: 0 | 1 | 2 } = {},
    identifier?: number,
  ): Promise<number> {
    const properties = identifier === undefined ? {} : { properties: { subscriptionIdentifier: identifier } };
    const subscription = { topic: filter, qos, nl: false, rap: false, rh: 0, ...options };
    this.send({ cmd: "subscribe", messageId: 7, subscriptions: [subscription], ...properties } as Packet);
    const suback = await this.next("suback");
    return suback.granted[0] as number;
  }

  disconnect(code = 0, properties: Record<string, unknown> = {}): void {
    this.send({ cmd: "disconnect", reasonCode: code, properties } as Packet);
  }

  /** Publishes at QoS 1 and returns the reason of the PUBACK; 3.1.1 has none. */
  async publishQos1(
    topic: string,
    payload = "x",
    options: Parameters<Client["publish"]>[2] = {},
  ): Promise<number> {
    this.publish(topic, payload, { qos: 1, messageId: 1, ...options });
    return (await this.next("puback")).reasonCode ?? 0;
  }

  async leave(): Promise<void> {
    this.disconnect();
    await this.end();
  }

  async lose(): Promise<void> {
    this.cut();
    await this.end();
  }

  /** Returns the next packet of this kind and drops those before it. */
  async next<C extends Packet["cmd"]>(cmd: C): Promise<Extract<Packet, { cmd: C }>> {
    const isHere = () => this.received.some((each) => each.cmd === cmd);
    await this.until(() => isHere() || (this.closed !== null && cmd === "connack"), `no ${cmd}`);
    if (!isHere()) throw new Error(`no ${cmd}; closed ${this.closed}: ${this.closedFor}`);
    const at = this.received.findIndex((each) => each.cmd === cmd);
    const [packet] = this.received.splice(0, at + 1).slice(-1);
    return packet as Extract<Packet, { cmd: C }>;
  }

  /** Returns all packets before the PINGRESP. */
  async all(): Promise<Packet[]> {
    this.send({ cmd: "pingreq" });
    await this.until(() => this.received.some((each) => each.cmd === "pingresp"), "no pingresp");
    const at = this.received.findIndex((each) => each.cmd === "pingresp");
    return this.received.splice(0, at + 1).slice(0, -1);
  }

  async messages(): Promise<string[]> {
    const packets = await this.all();
    return packets.flatMap((each) => (each.cmd === "publish" ? [String(each.payload)] : []));
  }

  async end(): Promise<number> {
    await this.until(() => this.closed !== null, "not closed");
    return this.closed as number;
  }

  /** Waits for received packets; fails after a timeout. */
  async until(condition: () => boolean, otherwise: string): Promise<void> {
    const deadline = performance.now() + PATIENCE;
    while (!condition()) {
      if (performance.now() > deadline)
        throw new Error(
          `${otherwise}; received ${JSON.stringify(this.received).slice(0, 2000)}, closed ${this.closed}`,
        );
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 50);
        this.#waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  #stir(): void {
    for (const each of this.#waiting.splice(0)) each();
  }
}

export async function eventually<T>(look: () => T | Promise<T>, good: (value: T) => boolean): Promise<T> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    const value = await look();
    if (good(value)) return value;
    if (performance.now() > deadline) throw new Error(`never came: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
