/**
 * Decides when packets are sent. A single packet is sent at the end of its turn, and so are the next few. While the
 * runtime still delivers waiting frames, their packets are collected and sent together, because sending a frame is the
 * most expensive operation: a timer of 0 ms fires after all waiting frames, a microtask after each. That is a round.
 * After a round of many frames another burst is likely: it is collected from its first frame.
 *
 * A running timer keeps the object awake, so hibernation loses nothing that waits here. Attachments are written a moment
 * after the last round, since most of them change again at once. A connection with an incomplete packet waits longer, so
 * that a packet in a thousand pieces is not written a thousand times.
 */

import type { Log } from "../../log.ts";
import { REASONS } from "../../session/reason.ts";
import type { Fragments } from "../../storage/fragments.ts";
import type { Connection } from "./connection.ts";

/**
 * Frames of a round that are sent at once, and the most readers whose packets are. With 1, the slowest answers between
 * two clients take half as long again.
 */
const FREE = 4;
/** A round of more frames than this was a burst. */
const BURST = 4;
/** Attachments are written this long after they changed. Milliseconds. */
const SAVE_AFTER = 100;
/** An incomplete packet is written at most this often. Milliseconds. */
const PIECES = 1000;

export class Egress {
  #fragments: Fragments;
  #log: Log;
  /** Connections with packets to send, and with attachments to write. */
  readonly waiting = new Set<Connection>();
  readonly unsaved = new Set<Connection>();
  /** Nothing is sent to these connections: what they would be told is not stored yet. */
  readonly held = new Set<Connection>();
  #isRound = false;
  /** Frames that arrived in this round, and that were sent. */
  #arrived = 0;
  #sent = 0;
  #isBurst = false;
  #saving: ReturnType<typeof setTimeout> | null = null;
  #pieces: ReturnType<typeof setTimeout> | null = null;

  constructor(fragments: Fragments, log: Log) {
    this.#fragments = fragments;
    this.#log = log;
  }

  turn(touched: readonly Connection[]): void {
    for (const connection of touched) this.waiting.add(connection);
    if (!this.#isRound) {
      this.#arrived = 0;
      this.#sent = 0;
    }
    this.#arrived++;
    // a conversation goes back and forth a few times before it counts as a burst
    if (this.#isBurst || this.#sent >= FREE || this.waiting.size > FREE) this.#beginRound();
    else if (this.#send() > 0) this.#beginRound();
  }

  /** Their attachments have changed without a turn. */
  keep(connections: readonly Connection[]): void {
    for (const connection of connections) this.unsaved.add(connection);
    this.#saveLater();
  }

  leave(): void {
    this.#send();
    this.#saveAll();
  }

  #beginRound(): void {
    if (this.#isRound) return;
    this.#isRound = true;
    setTimeout(() => this.#endRound(), 0);
  }

  #endRound(): void {
    this.#isRound = false;
    this.#isBurst = this.#arrived > BURST;
    this.#send();
  }

  /** Returns the number of frames that were sent. */
  #send(): number {
    const before = this.#sent;
    for (const connection of this.waiting) {
      if (this.held.size > 0 && this.held.has(connection)) continue;
      this.waiting.delete(connection);
      if (this.#serve(connection, this.#flushed)) this.#sent++;
      this.unsaved.add(connection);
    }
    this.#saveLater();
    return this.#sent - before;
  }

  #saveLater(): void {
    if (this.unsaved.size > 0) this.#saving ??= setTimeout(() => this.#save(), SAVE_AFTER);
  }

  #save(): void {
    this.#saving = null;
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
    for (const timer of [this.#saving, this.#pieces]) if (timer !== null) clearTimeout(timer);
    this.#saving = null;
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
}
