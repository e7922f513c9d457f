/**
 * When packets leave. A lone one leaves at the end of its turn, and so do the next few. While the runtime still works
 * off frames that came behind them, what those bring is collected and leaves together, for sending a frame is the
 * dearest thing there is: a timer of no length comes round after them, a microtask would after each single one. No
 * object sleeps with a timer running, so nothing that waits here can be lost to a nap; and what a nap must not lose of
 * a connection need not be written before the timer has come round for nothing. One in the midst of a packet waits
 * longer, for it is about to go on: a packet in a thousand pieces is not written a thousand times.
 */

import type { Log } from "../../log.ts";
import { REASONS } from "../../session/reason.ts";
import type { Fragments } from "../../storage/fragments.ts";
import type { Connection } from "./connection.ts";

/**
 * Frames that leave at once although others just left. One alone is worth a tenth more at QoS 1 in a flood, and half as
 * much again in the slowest answers of two that talk to each other.
 */
const FREE = 4;
/** What there is of a packet is written down at most so often. Milliseconds. */
const PIECES = 1000;

export class Egress {
  #fragments: Fragments;
  #log: Log;
  #waiting = new Set<Connection>();
  #unsaved = new Set<Connection>();
  #busy = false;
  #since = 0;
  #pieces: ReturnType<typeof setTimeout> | null = null;

  constructor(fragments: Fragments, log: Log) {
    this.#fragments = fragments;
    this.#log = log;
  }

  turn(touched: readonly Connection[]): void {
    for (const connection of touched) this.#waiting.add(connection);
    // a conversation goes back and forth a few times before it is a flood
    if (this.#busy && this.#since >= FREE) return;
    this.#send();
    if (!this.#busy) this.#save();
  }

  /** What a nap must not lose of these has changed, though no turn came to them. */
  keep(connections: readonly Connection[]): void {
    for (const connection of connections) this.#unsaved.add(connection);
    if (!this.#busy) this.#save();
  }

  leave(): void {
    this.#send();
    this.#saveAll();
  }

  #send(): void {
    let sent = 0;
    for (const connection of this.#waiting) {
      if (this.#serve(connection, this.#flushed)) sent++;
      this.#unsaved.add(connection);
    }
    this.#waiting.clear();
    if (sent === 0) return;
    this.#since += sent;
    if (!this.#busy) this.#collect();
  }

  #save(): void {
    for (const connection of this.#unsaved) {
      if (connection.waits()) {
        this.#pieces ??= setTimeout(() => this.#saveAll(), PIECES);
        continue;
      }
      this.#unsaved.delete(connection);
      this.#serve(connection, this.#saved);
    }
  }

  #saveAll(): void {
    if (this.#pieces !== null) clearTimeout(this.#pieces);
    this.#pieces = null;
    for (const connection of this.#unsaved) this.#serve(connection, this.#saved);
    this.#unsaved.clear();
  }

  #flushed = (connection: Connection): boolean => connection.flush();
  #saved = (connection: Connection): boolean => connection.save(this.#fragments);

  /** One that cannot be sent to, or not be saved, is lost; the others get theirs. */
  #serve(connection: Connection, work: (connection: Connection) => boolean): boolean {
    try {
      return work(connection);
    } catch (error) {
      this.#log.error("a connection cannot be served", error);
      connection.socket.close(REASONS.implementationError.close);
      return false;
    }
  }

  #collect(): void {
    this.#busy = true;
    setTimeout(() => {
      this.#busy = false;
      this.#since = 0;
      this.#send();
      if (!this.#busy) this.#save();
    }, 0);
  }
}
