/**
 * Decides when packets are sent. A single packet is sent at the end of its turn, and so are the next few. While the
 * runtime still delivers waiting frames, their packets are collected and sent together, because sending a frame is the
 * most expensive operation: a timer of 0 ms fires after all waiting frames, a microtask after each.
 *
 * A running timer keeps the object awake, so hibernation loses nothing that waits here. Attachments are written when
 * the timer fires without work. A connection with an incomplete packet waits longer, so that a packet in a thousand
 * pieces is not written a thousand times.
 */

import type { Log } from "../../log.ts";
import { REASONS } from "../../session/reason.ts";
import type { Fragments } from "../../storage/fragments.ts";
import type { Connection } from "./connection.ts";

/**
 * Frames that are sent at once although others were just sent. With 1, a QoS 1 flood is a tenth faster, and the slowest
 * answers between two clients take half as long again.
 */
const FREE = 4;
/** An incomplete packet is written at most this often. Milliseconds. */
const PIECES = 1000;

export class Egress {
  #fragments: Fragments;
  #log: Log;
  /** Connections with packets to send, and with attachments to write. */
  readonly waiting = new Set<Connection>();
  readonly unsaved = new Set<Connection>();
  #busy = false;
  #since = 0;
  #pieces: ReturnType<typeof setTimeout> | null = null;

  constructor(fragments: Fragments, log: Log) {
    this.#fragments = fragments;
    this.#log = log;
  }

  turn(touched: readonly Connection[]): void {
    for (const connection of touched) this.waiting.add(connection);
    // a conversation goes back and forth a few times before it counts as a flood
    if (this.#busy && this.#since >= FREE) return;
    this.#send();
    if (!this.#busy) this.#save();
  }

  /** Their attachments have changed without a turn. */
  keep(connections: readonly Connection[]): void {
    for (const connection of connections) this.unsaved.add(connection);
    if (!this.#busy) this.#save();
  }

  leave(): void {
    this.#send();
    this.#saveAll();
  }

  #send(): void {
    let sent = 0;
    for (const connection of this.waiting) {
      if (this.#serve(connection, this.#flushed)) sent++;
      this.unsaved.add(connection);
    }
    this.waiting.clear();
    if (sent === 0) return;
    this.#since += sent;
    if (!this.#busy) this.#collect();
  }

  #save(): void {
    for (const connection of this.unsaved) {
      if (connection.waits()) {
        this.#pieces ??= setTimeout(() => this.#saveAll(), PIECES);
        continue;
      }
      this.unsaved.delete(connection);
      this.#serve(connection, this.#saved);
    }
  }

  #saveAll(): void {
    if (this.#pieces !== null) clearTimeout(this.#pieces);
    this.#pieces = null;
    for (const connection of this.unsaved) this.#serve(connection, this.#saved);
    this.unsaved.clear();
  }

  #flushed = (connection: Connection): boolean => connection.flush();
  #saved = (connection: Connection): boolean => connection.save(this.#fragments);

  /** A connection that cannot be sent to or saved is closed; the others are served. */
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
