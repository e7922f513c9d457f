/**
 * Rows that a session which ends with its connection has been given. They go together, some time later: a write for each
 * of them would keep a reader that is behind from ever catching up. Nothing is lost by it, for such a session ends where
 * memory does, unless the object only sleeps; and it does not sleep while any of them wait to go.
 */

import type { Sql } from "./guarded-sql.ts";

/** Rows of one session that go together, at most. */
const BATCH = 256;

interface Cursor {
  /** Up to and with this one its rows were given. */
  seq: number;
  /** How many of them are still there. */
  rows: number;
}

const START: Cursor = { seq: -1, rows: 0 };

export class Taken {
  #sql: Sql;
  #cursors = new Map<number, Cursor>();
  /** Of the sessions that the present turn changed, as they were. */
  #before = new Map<number, Cursor | undefined>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  get empty(): boolean {
    return this.#cursors.size === 0;
  }

  /** The row up to and with which the session was given its rows; below all of them when it was given none. */
  cursor(session: number): number {
    return (this.#cursors.get(session) ?? START).seq;
  }

  [Symbol.iterator](): Iterator<[session: number, cursor: Cursor]> {
    return this.#cursors.entries();
  }

  take(session: number, seq: number): void {
    const { rows } = this.#cursors.get(session) ?? START;
    this.#set(session, { seq, rows: rows + 1 });
    if (rows + 1 >= BATCH) this.#remove(session);
  }

  /** What was given goes. */
  removeAll(): void {
    for (const session of [...this.#cursors.keys()]) this.#remove(session);
  }

  #remove(session: number): void {
    // one that serves a shared group stays until it is acknowledged
    const given = "DELETE FROM deliveries WHERE session = ? AND seq <= ? AND share IS NULL";
    this.#sql.exec(given, session, this.cursor(session));
    this.forget(session);
  }

  /** The session has no rows any more. A row to come may have the number of one that is gone. */
  forget(session: number): void {
    this.#set(session, undefined);
  }

  #set(session: number, cursor: Cursor | undefined): void {
    if (!this.#before.has(session)) this.#before.set(session, this.#cursors.get(session));
    if (cursor === undefined) this.#cursors.delete(session);
    else this.#cursors.set(session, cursor);
  }

  /** The turn is done. */
  confirm(): void {
    if (this.#before.size > 0) this.#before.clear();
  }

  /** The turn did not happen. */
  revert(): void {
    for (const [session, cursor] of this.#before) {
      if (cursor === undefined) this.#cursors.delete(session);
      else this.#cursors.set(session, cursor);
    }
    this.#before.clear();
  }
}
