/** Copies bytes between a client and its WebSocket, with back-pressure. Events instead of promises save memory. */

import type { Duplex } from "node:stream";
import { WebSocket } from "ws";

/** Maximum time between the ends of both directions: see `gateway/byte-stream.ts`. */
const LINGER_MS = 2000;

export interface ByteCounter {
  countUp(bytes: number): void;
  countDown(bytes: number): void;
}

export class Relay {
  readonly #client: Duplex;
  readonly #broker: WebSocket;
  readonly #counter: ByteCounter;
  readonly #done: () => void;
  #isSending = false;
  #isEnding = false;
  #linger: NodeJS.Timeout | null = null;

  /** `broker` is open and paused. Calls `done` when both sides are closed. */
  constructor(client: Duplex, broker: WebSocket, counter: ByteCounter, done: () => void) {
    this.#client = client;
    this.#broker = broker;
    this.#counter = counter;
    this.#done = done;
    // "readable" instead of "data", so that the end of one direction does not close the other.
    client.on("readable", () => this.#copyUp());
    client.once("end", () => this.#endBroker());
    client.on("drain", () => broker.resume());
    client.once("close", () => this.#onClientClose());
    broker.on("message", (bytes: Buffer) => this.#copyDown(bytes));
    broker.on("error", () => broker.terminate());
    broker.once("close", () => this.#onBrokerClose());
    broker.resume();
    this.#copyUp();
  }

  /** Ends the direction to the client. Bytes from the client are still copied, for `LINGER_MS`. */
  endGracefully(): void {
    this.#isEnding = true;
    this.#client.end();
    this.#startLinger();
  }

  /** Copies one chunk at a time: the stream holds the next one until the WebSocket has sent this one. */
  #copyUp(): void {
    const isOpen = this.#broker.readyState === WebSocket.OPEN;
    if (isOpen && this.#isSending) return;
    const bytes = this.#client.read() as Buffer | null;
    if (bytes === null) return;
    if (isOpen) {
      this.#isSending = true;
      this.#counter.countUp(bytes.length);
      this.#broker.send(bytes, () => {
        this.#isSending = false;
        this.#copyUp();
      });
    } else {
      // Discarded, but read: the stream emits "end" only after its last byte.
      this.#copyUp();
    }
  }

  #copyDown(bytes: Buffer): void {
    // Not lost: the broker sends it again when the client reconnects.
    if (this.#isEnding || !this.#client.writable) return;
    this.#counter.countDown(bytes.length);
    if (!this.#client.write(bytes)) this.#broker.pause();
  }

  #endBroker(): void {
    this.#broker.close();
    this.#startLinger();
  }

  #onClientClose(): void {
    // A paused WebSocket would never report its close.
    this.#broker.resume();
    this.#endBroker();
    this.#finish();
  }

  #onBrokerClose(): void {
    this.#client.end();
    this.#copyUp();
    this.#startLinger();
    this.#finish();
  }

  #startLinger(): void {
    this.#linger ??= setTimeout(() => {
      this.#client.destroy();
      this.#broker.terminate();
    }, LINGER_MS);
  }

  #finish(): void {
    if (!this.#client.closed || this.#broker.readyState !== WebSocket.CLOSED) return;
    if (this.#linger !== null) clearTimeout(this.#linger);
    this.#done();
  }
}
