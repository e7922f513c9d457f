/**
 * Processes frames in rounds. Between two rounds the runtime handles everything else: while frames wait, it delivers no
 * call and no frame of another socket. So a flood delays itself, and neither a change of rights nor other clients. A
 * running timer keeps the object awake, so hibernation loses nothing that waits here.
 */

import type { Connection } from "./connection.ts";

/** The cost of a round, in packets that are only passed on. */
const ROUND = 1024;
/** The cost of a transaction, in packets. */
export const TRANSACTION = 128;
/** Limits of what may wait per connection. */
const MAX_FRAMES = 8000;
const MAX_BYTES = 32 * 1_048_576;

/** A frame; null is the end of the socket. */
export type Arrived = ArrayBuffer | string | null;
/** Called when everything that arrived before it was processed, or will not be. */
type Mark = () => void;

class Queue {
  #frames: (Arrived | Mark)[] = [];
  #at = 0;
  #bytes = 0;

  get full(): boolean {
    return this.#frames.length - this.#at > MAX_FRAMES || this.#bytes > MAX_BYTES;
  }

  get empty(): boolean {
    return this.#at === this.#frames.length;
  }

  push(frame: Arrived | Mark): void {
    this.#frames.push(frame);
    this.#bytes += sizeOf(frame);
  }

  shift(): Arrived | Mark {
    const frame = this.#frames[this.#at] as Arrived | Mark;
    this.#frames[this.#at++] = null;
    this.#bytes -= sizeOf(frame);
    // a queue that is never empty must not grow for ever
    if (this.#at === MAX_FRAMES) {
      this.#frames = this.#frames.slice(this.#at);
      this.#at = 0;
    }
    return frame;
  }

  /** Nothing of it will be processed. */
  end(): void {
    for (const frame of this.#frames) if (typeof frame === "function") frame();
  }
}

export class IngressQueue {
  #spent = 0;
  #resting = false;
  #queues = new Map<Connection, Queue>();
  /** The present pass, with one frame of each connection, so that a busy connection delays itself. */
  #pass = this.#queues.entries();
  readonly #serve: (connection: Connection, frame: Arrived, now: number) => void;
  readonly #clock: () => number;

  constructor(
    serve: (connection: Connection, frame: Arrived, now: number) => void,
    /** Milliseconds since 1970. */
    clock: () => number,
  ) {
    this.#serve = serve;
    this.#clock = clock;
  }

  holds(connection: Connection): boolean {
    return this.#resting || this.#queues.has(connection);
  }

  get busy(): boolean {
    return this.#queues.size > 0;
  }

  /** Returns false when too much waits. */
  wait(connection: Connection, frame: Arrived): boolean {
    let queue = this.#queues.get(connection);
    if (queue === undefined) {
      queue = new Queue();
      this.#queues.set(connection, queue);
    }
    queue.push(frame);
    return !queue.full;
  }

  /** Resolves when all that has arrived from the connection is processed, or will not be; null: nothing of it waits. */
  processed(connection: Connection): Promise<void> | null {
    const queue = this.#queues.get(connection);
    return queue === undefined ? null : new Promise((resolve) => queue.push(resolve));
  }

  /** The connection ended: drops its frames. */
  forget(connection: Connection): void {
    const queue = this.#queues.get(connection);
    this.#queues.delete(connection);
    queue?.end();
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

  #round(): void {
    this.#resting = false;
    this.#spent = 0;
    // reading the clock for each frame costs half a turn
    const now = this.#clock();
    try {
      while (this.#queues.size > 0 && !this.#resting) {
        const next = this.#pass.next();
        if (next.done) this.#pass = this.#queues.entries();
        else this.#serveNext(next.value, now);
      }
    } finally {
      if (this.#queues.size > 0) this.#rest();
    }
  }

  #serveNext([connection, queue]: [Connection, Queue], now: number): void {
    const frame = queue.shift();
    if (queue.empty) this.#queues.delete(connection);
    if (typeof frame === "function") frame();
    else this.#serve(connection, frame, now);
  }
}

function sizeOf(frame: Arrived | Mark): number {
  if (frame === null || typeof frame === "function") return 0;
  return typeof frame === "string" ? frame.length : frame.byteLength;
}
