/**
 * Rows that a session which ends with its connection has been given. They go together, some time later: a write for each
 * of them would keep a reader that is behind from ever catching up. Nothing is lost by it, for such a session ends where
 * memory does, unless the object only sleeps; and it does not sleep while any of them wait to go.
 */

interface Cursor {
  /** Up to and with this one its rows were given. */
  seq: number;
  rows: number;
}

const START: Cursor = { seq: -1, rows: 0 };

export class GivenRows {
  readonly bySession = new Map<number, Cursor>();

  /** The row up to and with which the session was given its rows; below all of them when it was given none. */
  cursor(session: number): number {
    return (this.bySession.get(session) ?? START).seq;
  }

  count(session: number): number {
    return (this.bySession.get(session) ?? START).rows;
  }

  [Symbol.iterator](): Iterator<[session: number, cursor: Cursor]> {
    return this.bySession.entries();
  }

  take(session: number, seq: number): void {
    this.bySession.set(session, { seq, rows: this.count(session) + 1 });
  }

  /** They went. A row to come may have the number of one that is gone. */
  forget(session: number): void {
    this.bySession.delete(session);
  }
}
