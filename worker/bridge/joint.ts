/**
 * A client's stream and its WebSocket as one connection: bytes pass both ways, and each side is read only as fast as the
 * other one takes. By events and without promises, because ten thousand of these wait for most of their life.
 */

import type { Duplex } from "node:stream";
import { WebSocket } from "ws";

/**
 * How long one direction may outlive the other. Closing a TCP connection that still has unread bytes resets it, and the
 * last packet (a CONNACK that refuses, a DISCONNECT that explains) would be lost with it.
 */
const LINGER_MS = 2000;

export interface Tally {
  /** So many bytes go to the broker. */
  up(bytes: number): void;
  /** So many go to the client. */
  down(bytes: number): void;
}

export class Joint {
  readonly #client: Duplex;
  readonly #broker: WebSocket;
  readonly #tally: Tally;
  readonly #done: () => void;
  #isSending = false;
  #isLeaving = false;
  #linger: NodeJS.Timeout | null = null;

  /** The broker is open and paused. `done` is called when both are closed. */
  constructor(client: Duplex, broker: WebSocket, tally: Tally, done: () => void) {
    this.#client = client;
    this.#broker = broker;
    this.#tally = tally;
    this.#done = done;
    // Read to its end it must not close the other direction, so nothing is taken but what is asked for.
    client.on("readable", () => this.#carryUp());
    client.once("end", () => this.#endBroker());
    client.on("drain", () => broker.resume());
    client.once("close", () => this.#clientClosed());
    broker.on("message", (bytes: Buffer) => this.#carryDown(bytes));
    broker.on("error", () => broker.terminate());
    broker.once("close", () => this.#brokerClosed());
    broker.resume();
    this.#carryUp();
  }

  /** Ends the client's half: what it still says is carried, for a moment, and nothing more is said to it. */
  handOver(): void {
    this.#isLeaving = true;
    this.#client.end();
    this.#lingerOn();
  }

  /** One piece at a time, so that the stream holds the next one back until the broker's line has taken this. */
  #carryUp(): void {
    const isOpen = this.#broker.readyState === WebSocket.OPEN;
    if (isOpen && this.#isSending) return;
    const bytes = this.#client.read() as Buffer | null;
    if (bytes === null) return;
    if (isOpen) {
      this.#isSending = true;
      this.#tally.up(bytes.length);
      this.#broker.send(bytes, () => this.#sent());
    } else {
      // Nobody hears it any more; it is read so that the end behind it is seen.
      this.#carryUp();
    }
  }

  #sent(): void {
    this.#isSending = false;
    this.#carryUp();
  }

  #carryDown(bytes: Buffer): void {
    // Its half is closed: what comes now is said again where it connects next.
    if (this.#isLeaving || !this.#client.writable) return;
    this.#tally.down(bytes.length);
    if (!this.#client.write(bytes)) this.#broker.pause();
  }

  #endBroker(): void {
    this.#broker.close();
    this.#lingerOn();
  }

  #clientClosed(): void {
    // Whatever it still wanted to say stands before the end.
    this.#broker.resume();
    this.#endBroker();
    this.#settle();
  }

  #brokerClosed(): void {
    this.#client.end();
    this.#carryUp();
    this.#lingerOn();
    this.#settle();
  }

  #lingerOn(): void {
    this.#linger ??= setTimeout(() => {
      this.#client.destroy();
      this.#broker.terminate();
    }, LINGER_MS);
  }

  #settle(): void {
    if (!this.#client.closed || this.#broker.readyState !== WebSocket.CLOSED) return;
    if (this.#linger !== null) clearTimeout(this.#linger);
    this.#done();
  }
}
