/**
 * A byte-level client on a real socket of the object: sends handwritten packets and compares received bytes.
 */

import { expect } from "vitest";
import {
  bytes,
  type ConnectOptions,
  connect,
  endOfPacket,
  pingreq,
  type Version,
} from "../../../support/packet-bytes.ts";
import type { Account, Person } from "../support/account.ts";

const PATIENCE = 5000;

const hex = (packet: Uint8Array): string => Buffer.from(packet).toString("hex");
const readable = (packet: Uint8Array): string =>
  `${hex(packet)} ${JSON.stringify(String.fromCharCode(...packet))}`;

export type Login = Pick<Person, "username" | "password"> | { clientId: string };

export class Wire {
  readonly version: Version;
  /** Close code, once the broker has closed. */
  closed: number | null = null;
  #socket: WebSocket;
  #received: Uint8Array = new Uint8Array(0);
  #stir: () => void = () => {};

  constructor(socket: WebSocket, version: Version) {
    this.#socket = socket;
    this.version = version;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", (event) => {
      this.#received = bytes(this.#received, new Uint8Array(event.data as ArrayBuffer));
      this.#stir();
    });
    socket.addEventListener("close", (event) => {
      this.closed = event.code;
      this.#stir();
    });
    socket.accept();
  }

  static async open(account: Account, version: Version): Promise<Wire> {
    const response = await account.stub.fetch("http://broker/", {
      headers: { Upgrade: "websocket", "Sec-WebSocket-Protocol": "mqtt" },
    });
    expect(response.headers.get("Sec-WebSocket-Protocol")).toBe("mqtt");
    return new Wire(response.webSocket as WebSocket, version);
  }

  static async enter(
    account: Account,
    who: Login,
    version: Version,
    options: ConnectOptions = {},
  ): Promise<Wire & { sessionPresent: number; connack: Uint8Array }> {
    const wire = await Wire.open(account, version);
    wire.connect(who, options);
    const connack = await wire.next();
    expect([connack[0], connack[3]]).toEqual([0x20, 0]);
    return Object.assign(wire, { sessionPresent: connack[2] as number, connack });
  }

  connect(who: Login, options: ConnectOptions = {}): void {
    const login = "username" in who ? { clientId: "conformance", ...who } : { clientId: who.clientId };
    this.send(connect(this.version, { keepAlive: 0, ...login, ...options }));
  }

  /** Sends each packet in its own frame. */
  send(...packets: Uint8Array[]): void {
    for (const each of packets) this.#socket.send(each.slice().buffer as ArrayBuffer);
  }

  text(content: string): void {
    this.#socket.send(content);
  }

  /** Ends the transport without a DISCONNECT. */
  async cut(): Promise<void> {
    this.#socket.close(1000);
    await this.end();
  }

  async next(): Promise<Uint8Array> {
    await this.#until(() => endOfPacket(this.#received) > 0, "no packet");
    const end = endOfPacket(this.#received);
    const packet = this.#received.subarray(0, end);
    this.#received = this.#received.subarray(end);
    return packet;
  }

  /** Expects exactly these bytes in this order. */
  async gets(...expected: Uint8Array[]): Promise<void> {
    for (const each of expected) expect(readable(await this.next())).toBe(readable(each));
  }

  /** Expects a packet with these first bytes; the rest is a reason string. */
  async getsWithWords(...head: number[]): Promise<Uint8Array> {
    const packet = await this.next();
    const [first, ...rest] = head;
    const length = packet.length < 130 ? 2 : 3;
    expect([packet[0], ...packet.subarray(length, length + rest.length)]).toEqual([first, ...rest]);
    return packet;
  }

  /** Expects no packet up to now, and a live connection. */
  async silent(): Promise<void> {
    this.send(pingreq());
    await this.gets(bytes("d000"));
  }

  /** Expects a close, after this reason in MQTT 5, without a packet in 3.1.1. */
  async refused(reason: number): Promise<void> {
    if (this.version === 5) await this.getsWithWords(0xe0, reason);
    await this.end();
  }

  /** Waits for PINGRESP or the end, and drops all received packets. */
  async drain(): Promise<void> {
    if (this.closed === null) this.send(pingreq());
    const answered = () => hex(this.#received).endsWith("d000");
    await this.#until(() => answered() || this.closed !== null, "no answer");
    this.#received = new Uint8Array(0);
  }

  async end(): Promise<number> {
    await this.#until(() => this.closed !== null, "not closed");
    expect(hex(this.#received)).toBe("");
    return this.closed as number;
  }

  async #until(condition: () => boolean, otherwise: string): Promise<void> {
    const deadline = performance.now() + PATIENCE;
    while (!condition()) {
      if (performance.now() > deadline) {
        throw new Error(`${otherwise}; received ${readable(this.#received)}, closed ${this.closed}`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 50);
        this.#stir = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
