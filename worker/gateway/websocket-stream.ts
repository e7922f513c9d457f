/** A WebSocket of the Worker as a `ByteStream`. The runtime cannot pause it, so the unread bytes are limited instead. */

import { Buffer } from "node:buffer";
import { TokenBucket } from "../../broker/contract/token-bucket.ts";
import { type ByteStream, type CloseReason, NORMAL_CLOSE, type StreamEnd } from "./byte-stream.ts";

/** Unsent bytes above which `write` waits. */
const HIGH_WATER_BYTES = 256 * 1024;
/** Frames that arrived while the reader was busy are joined up to this size, because a frame costs more than its bytes. */
const MAX_JOINED_BYTES = 256 * 1024;
/** The runtime has no drain event, so a waiting `write` polls. */
const POLL_MS = 5;

/** Closes a connection that exceeded its frame rate. */
export const FLOOD: CloseReason = { code: 1008, reason: "More frames came than MQTT_FRAME_RATE allows." };

export const TEXT_FRAME: CloseReason = { code: 1003, reason: "MQTT is sent in binary frames." };
export const UNREAD: CloseReason = { code: 1008, reason: "More was sent than the other side reads." };

/** Fails on more than `maxUnread` unread bytes, or `frameRate` frames a second (0: no limit). */
export class WebSocketStream implements ByteStream {
  closing: CloseReason = NORMAL_CLOSE;
  readonly closed: Promise<StreamEnd>;
  readonly #socket: WebSocket;
  readonly #maxUnread: number;
  /** Null: no limit. */
  readonly #frames: TokenBucket | null;
  #unread: Uint8Array[] = [];
  #unreadBytes = 0;
  #end: StreamEnd | null = null;
  #wakeReader: (() => void) | null = null;
  #resolveClosed: (end: StreamEnd) => void = () => {};

  constructor(socket: WebSocket, maxUnread: number, frameRate = 0) {
    this.#socket = socket;
    this.#maxUnread = maxUnread;
    this.#frames = frameRate === 0 ? null : new TokenBucket(frameRate, Date.now());
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => this.#receive(data as string | ArrayBuffer));
    socket.addEventListener("close", ({ code, reason }) => this.#finish("ended", sendable(code, reason)));
    socket.addEventListener("error", () => this.#finish("failed", { code: 1001, reason: "" }));
    socket.accept();
  }

  async read(): Promise<Uint8Array | null> {
    while (this.#unread.length === 0) {
      if (this.#end === "failed") throw new Error(this.closing.reason || "The connection broke.");
      if (this.#end === "ended") return null;
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
    }
    let [count, bytes] = [0, 0];
    while (
      count < this.#unread.length &&
      (count === 0 || bytes + (this.#unread[count]?.length ?? 0) <= MAX_JOINED_BYTES)
    ) {
      bytes += this.#unread[count++]?.length ?? 0;
    }
    this.#unreadBytes -= bytes;
    const chunks = this.#unread.splice(0, count);
    return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#end !== null) return;
    this.#socket.send(bytes);
    // Without delay for one message. Later bytes join into one frame: 12 times as many messages under load.
    if (this.#socket.bufferedAmount > 0) await pause(0);
    while (this.#socket.bufferedAmount > HIGH_WATER_BYTES && this.#end === null) await pause(POLL_MS);
  }

  async end({ code, reason }: CloseReason): Promise<void> {
    try {
      this.#socket.close(code, reason);
    } catch {
      // Already closed.
    }
  }

  destroy(): void {
    this.#finish("failed", { code: 1001, reason: "" });
    void this.end(this.closing);
  }

  #receive(data: string | ArrayBuffer): void {
    if (this.#end !== null) return;
    if (this.#frames !== null && this.#frames.take(Date.now()) !== "pass") {
      this.#finish("failed", FLOOD);
      return;
    }
    // [MQTT-6.0.0-1] MQTT is sent in binary frames.
    if (typeof data === "string") {
      this.#finish("failed", TEXT_FRAME);
      return;
    }
    if (data.byteLength === 0) return;
    this.#unread.push(new Uint8Array(data));
    this.#unreadBytes += data.byteLength;
    if (this.#unreadBytes > this.#maxUnread) {
      this.#unread = [];
      this.#finish("failed", UNREAD);
    }
    this.#wakeReader?.();
  }

  #finish(end: StreamEnd, closing: CloseReason): void {
    if (this.#end !== null) return;
    this.#end = end;
    this.closing = closing;
    this.#resolveClosed(end);
    this.#wakeReader?.();
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Codes 1005, 1006 and 1015 are reserved and cannot be sent (RFC 6455, section 7.4.1). */
function sendable(code: number, reason: string): CloseReason {
  if (code === 1005) return NORMAL_CLOSE;
  if (code === 1006 || code === 1015) return { code: 1001, reason };
  return { code, reason };
}
