/**
 * What sockets bring is worked off in rounds, and between two rounds the runtime comes to everything else: it looks at
 * no call and at no other socket while there is a frame left to hand over. So a flood delays itself, and neither a
 * change of rights nor anybody else. No object sleeps with a timer running, so nothing that waits here can be lost to a
 * nap.
 */

import type { Connection } from "./connection.ts";

/** What a round may cost, in packets that pass through. */
const ROUND = 256;
/** What a transaction costs, beside its packets. */
export const TRANSACTION = 32;
/** Of one connection, what may wait: more than that is a flood. */
const MAX_FRAMES = 8000;
const MAX_BYTES = 32 * 1_048_576;

/** A frame; null is the end of the socket. */
export type Arrived = ArrayBuffer | string | null;

class Queue {
  #frames: Arrived[] = [];
  #at = 0;
  #bytes = 0;

  get full(): boolean {
    return this.#frames.length - this.#at > MAX_FRAMES || this.#bytes > MAX_BYTES;
  }

  get empty(): boolean {
    return this.#at === this.#frames.length;
  }

  push(frame: Arrived): void {
    this.#frames.push(frame);
    this.#bytes += sizeOf(frame);
  }

  shift(): Arrived {
    const frame = this.#frames[this.#at] as Arrived;
    this.#frames[this.#at++] = null;
    this.#bytes -= sizeOf(frame);
    // one that is never empty must not grow for ever
    if (this.#at === MAX_FRAMES) {
      this.#frames = this.#frames.slice(this.#at);
      this.#at = 0;
    }
    return frame;
  }
}

export class IngressQueue {
  #spent = 0;
  #resting = false;
  #queues = new Map<Connection, Queue>();
  #serve: (connection: Connection, frame: Arrived) => void;

  constructor(serve: (connection: Connection, frame: Arrived) => void) {
    this.#serve = serve;
  }

  holds(connection: Connection): boolean {
    return this.#resting || this.#queues.has(connection);
  }

  get busy(): boolean {
    return this.#queues.size > 0;
  }

  /** False when too much of it waits. */
  wait(connection: Connection, frame: Arrived): boolean {
    const queue = this.#queues.get(connection) ?? new Queue();
    this.#queues.set(connection, queue);
    queue.push(frame);
    return !queue.full;
  }

  /** It is over: nothing of it is worked off any more. */
  forget(connection: Connection): void {
    this.#queues.delete(connection);
  }

  spend(cost: number): void {
    this.#spent += cost;
    if (this.#spent >= ROUND) this.#rest();
  }

  #rest(): void {
    if (this.#resting) return;
    this.#resting = true;
    setTimeout(() => this.#round(), 0);
  }

  /** One of each connection at a time: who sends more than others waits for them. */
  #round(): void {
    this.#resting = false;
    this.#spent = 0;
    try {
      for (const [connection, queue] of this.#queues) {
        // to the end of the line, or out of it
        this.#queues.delete(connection);
        const frame = queue.shift();
        if (!queue.empty) this.#queues.set(connection, queue);
        this.#serve(connection, frame);
        if (this.#resting) return;
      }
    } finally {
      if (this.#queues.size > 0) this.#rest();
    }
  }
}

const sizeOf = (frame: Arrived): number =>
  frame === null ? 0 : typeof frame === "string" ? frame.length : frame.byteLength;
