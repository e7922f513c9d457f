/** One MQTT connection over a raw socket: in WebSocket frames, or over plain TCP. */
import { connect as openSocket, type Socket } from "node:net";
import { connectPacket, DISCONNECT, type Login, PacketReader, subscribePacket, TYPE } from "./mqtt.ts";
import { CLOSE_FRAME, encodeFrame, FrameReader, upgradeRequest } from "./websocket.ts";

export interface Address {
  port: number;
  path: string;
  /** Without WebSocket frames; the path has no effect. */
  overTcp?: true;
}

const PATIENCE_MS = 15_000;
/** Filters of one SUBSCRIBE packet. */
const FILTERS_A_PACKET = 25;

export class Client {
  readonly socket: Socket;
  /** Returns the bytes of a packet as this connection sends them. */
  readonly frame: (packet: Buffer) => Buffer;
  closed = false;
  /** A PUBLISH: its first byte and where its body lies. */
  onPublish: (first: number, bytes: Buffer, start: number, end: number) => void = () => {};
  onPuback: () => void = () => {};
  /** After each chunk from the socket. */
  onTurn: () => void = () => {};
  private waiting: { type: number; resolve: (code: number) => void; reject: (why: Error) => void } | null =
    null;

  private constructor(socket: Socket, frame: (packet: Buffer) => Buffer) {
    this.socket = socket;
    this.frame = frame;
  }

  static async connect(address: Address, login: Login): Promise<Client> {
    const socket = openSocket({ host: "127.0.0.1", port: address.port, noDelay: true });
    const client = new Client(socket, address.overTcp ? (packet) => packet : encodeFrame);
    try {
      await (address.overTcp ? client.open() : client.upgrade(address));
      const code = await client.request(TYPE.connack, connectPacket(login));
      if (code !== 0) throw new Error(`CONNECT was refused with code ${code}`);
      return client;
    } catch (reason) {
      client.close();
      throw reason;
    }
  }

  async subscribe(filters: readonly string[], qos: 0 | 1 = 0): Promise<void> {
    for (let from = 0; from < filters.length; from += FILTERS_A_PACKET) {
      const some = filters.slice(from, from + FILTERS_A_PACKET);
      const code = await this.request(TYPE.suback, subscribePacket(some, qos));
      if (code > 2) throw new Error(`SUBSCRIBE was refused with code ${code}`);
    }
  }

  close(): void {
    this.closed = true;
    this.socket.destroy();
  }

  leave(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the connection was not ended")), PATIENCE_MS);
      this.socket.once("close", () => {
        clearTimeout(timer);
        resolve();
      });
      const close = this.frame === encodeFrame ? [CLOSE_FRAME] : [];
      this.socket.write(Buffer.concat([this.frame(DISCONNECT), ...close]));
    });
  }

  private request(type: number, packet: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer of type ${type}`)), PATIENCE_MS);
      this.waiting = {
        type,
        resolve: (code) => {
          clearTimeout(timer);
          resolve(code);
        },
        reject: (why) => {
          clearTimeout(timer);
          reject(why);
        },
      };
      this.socket.write(this.frame(packet));
    });
  }

  private open(): Promise<void> {
    const { socket } = this;
    return new Promise((resolve, reject) => {
      socket.on("error", (error) => this.fail(error, reject));
      socket.on("close", () => this.fail(new Error("the connection was closed"), reject));
      socket.on("connect", () => {
        const packets = this.packets();
        this.onBytes(Buffer.alloc(0), (chunk) => packets.push(chunk, 0, chunk.length));
        resolve();
      });
    });
  }

  private upgrade(address: Address): Promise<void> {
    const { socket } = this;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("no answer to the upgrade")), PATIENCE_MS);
      let head = Buffer.alloc(0);
      socket.on("error", (error) => this.fail(error, reject));
      socket.on("close", () => this.fail(new Error("the connection was closed"), reject));
      socket.on("connect", () => socket.write(upgradeRequest(address.port, address.path)));
      const onHead = (chunk: Buffer) => {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        clearTimeout(timer);
        socket.off("data", onHead);
        const status = head.toString("latin1", 0, head.indexOf("\r\n"));
        if (!status.includes(" 101 ")) return reject(new Error(`the upgrade was answered ${status}`));
        this.listenForFrames(head.subarray(end + 4));
        resolve();
      };
      socket.on("data", onHead);
    });
  }

  private packets(): PacketReader {
    return new PacketReader((head, bytes, start, end) => this.receive(head, bytes, start, end));
  }

  private listenForFrames(first: Buffer): void {
    const packets = this.packets();
    const frames = new FrameReader(
      (bytes, start, end) => packets.push(bytes, start, end),
      () => this.close(),
    );
    this.onBytes(first, (chunk) => frames.push(chunk));
  }

  /** `first`: bytes that came before. */
  private onBytes(first: Buffer, read: (chunk: Buffer) => void): void {
    const onData = (chunk: Buffer) => {
      read(chunk);
      this.onTurn();
    };
    if (first.length > 0) onData(first);
    this.socket.on("data", onData);
  }

  private receive(head: number, bytes: Buffer, start: number, end: number): void {
    const type = head >> 4;
    if (type === TYPE.publish) this.onPublish(head, bytes, start, end);
    else if (type === TYPE.puback) this.onPuback();
    if (this.waiting?.type !== type) return;
    const { resolve } = this.waiting;
    this.waiting = null;
    // The last byte of a SUBACK, the second of a CONNACK.
    resolve(bytes[end - 1] ?? 0x80);
  }

  private fail(why: Error, reject: (why: Error) => void): void {
    this.closed = true;
    this.waiting?.reject(why);
    this.waiting = null;
    reject(why);
  }
}

/** Opens many, a bounded number at a time. When one fails, those that are open are closed. */
export async function connectAll<T>(
  count: number,
  atOnce: number,
  open: (index: number) => Promise<T>,
): Promise<T[]> {
  const opened: T[] = new Array(count);
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next++;
      opened[index] = await open(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
  return opened;
}
