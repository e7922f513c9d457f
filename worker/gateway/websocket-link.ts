/** A WebSocket of the Worker as a link. The runtime cannot pause one, so what nobody reads is bounded instead. */

import { type Closing, join, type Link, NORMAL, type Outcome } from "./link.ts";

/** Unsent bytes beyond which a writer waits. */
const HIGH_WATER = 256 * 1024;
/** Frames that came while their reader was busy go on as one, up to so many bytes. */
const TOGETHER = 256 * 1024;
/** The runtime says how much is unsent, not when that changes: so a writer that waits looks again. */
const LOOK_AGAIN_MS = 5;
/** Seconds' worth of frames that may come at once, as at the account's own address. */
const BURST = 4;

/** How a connection ends that brought more frames than it may. */
export const FLOOD: Closing = { code: 1008, reason: "More frames came than MQTT_FRAME_RATE allows." };

/**
 * `maxUnread` bytes may wait to be read; a connection that is further ahead of its reader fails. So does one that
 * brings more than `frameRate` frames a second, however small: they go on together, so nobody else can count them.
 */
export function webSocketLink(socket: WebSocket, maxUnread: number, frameRate = 0): Link {
  return new WebSocketLink(socket, maxUnread, frameRate);
}

class WebSocketLink implements Link {
  closing: Closing = NORMAL;
  readonly over: Promise<Outcome>;
  readonly #socket: WebSocket;
  readonly #maxUnread: number;
  readonly #frameRate: number;
  #allowed: number;
  #at = Date.now();
  #unread: Uint8Array[] = [];
  #unreadBytes = 0;
  #outcome: Outcome | null = null;
  #wake: (() => void) | null = null;
  #tell: (outcome: Outcome) => void = () => {};

  constructor(socket: WebSocket, maxUnread: number, frameRate: number) {
    this.#socket = socket;
    this.#maxUnread = maxUnread;
    this.#frameRate = frameRate;
    this.#allowed = frameRate * BURST;
    this.over = new Promise((resolve) => {
      this.#tell = resolve;
    });
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => this.#take(data as string | ArrayBuffer));
    socket.addEventListener("close", ({ code, reason }) => this.#finish("ended", sendable(code, reason)));
    socket.addEventListener("error", () => this.#finish("failed", { code: 1001, reason: "" }));
    socket.accept();
  }

  async read(): Promise<Uint8Array | null> {
    while (this.#unread.length === 0) {
      if (this.#outcome === "failed") throw new Error(this.closing.reason || "The connection broke.");
      if (this.#outcome === "ended") return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    // a frame costs more than its bytes
    let [count, bytes] = [0, 0];
    while (
      count < this.#unread.length &&
      (count === 0 || bytes + (this.#unread[count]?.length ?? 0) <= TOGETHER)
    ) {
      bytes += this.#unread[count++]?.length ?? 0;
    }
    this.#unreadBytes -= bytes;
    return join(this.#unread.splice(0, count));
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#outcome !== null) return;
    this.#socket.send(bytes);
    // Sent at once, so a lone message waits for nothing. What comes before it is taken is gathered and goes as one frame:
    // under load that made twelve times as many messages pass.
    if (this.#socket.bufferedAmount > 0) await pause(0);
    while (this.#socket.bufferedAmount > HIGH_WATER && this.#outcome === null) await pause(LOOK_AGAIN_MS);
  }

  async end({ code, reason }: Closing): Promise<void> {
    try {
      this.#socket.close(code, reason);
    } catch {
      // It is closed already, which is what was asked for.
    }
  }

  destroy(): void {
    this.#finish("failed", { code: 1001, reason: "" });
    void this.end(this.closing);
  }

  #take(data: string | ArrayBuffer): void {
    if (this.#outcome !== null) return;
    if (this.#isFlood()) {
      this.#finish("failed", FLOOD);
      return;
    }
    // [MQTT-6.0.0-1] MQTT stands in binary frames.
    if (typeof data === "string") {
      this.#finish("failed", { code: 1003, reason: "MQTT is sent in binary frames." });
      return;
    }
    if (data.byteLength === 0) return;
    this.#unread.push(new Uint8Array(data));
    this.#unreadBytes += data.byteLength;
    if (this.#unreadBytes > this.#maxUnread) {
      this.#unread = [];
      this.#finish("failed", { code: 1008, reason: "More was sent than the other side reads." });
    }
    this.#wake?.();
  }

  #isFlood(): boolean {
    if (this.#frameRate === 0) return false;
    const now = Date.now();
    const more = (Math.max(0, now - this.#at) / 1000) * this.#frameRate;
    this.#at = now;
    this.#allowed = Math.min(this.#frameRate * BURST, this.#allowed + more) - 1;
    return this.#allowed < 0;
  }

  /** The first reason stands. */
  #finish(outcome: Outcome, closing: Closing): void {
    if (this.#outcome !== null) return;
    this.#outcome = outcome;
    this.closing = closing;
    this.#tell(outcome);
    this.#wake?.();
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Codes that stand for the absence of one cannot be sent on. */
function sendable(code: number, reason: string): Closing {
  if (code === 1005) return NORMAL;
  if (code === 1006 || code === 1015) return { code: 1001, reason };
  return { code, reason };
}
