/**
 * Rows already sent to a session that ends with its connection. They are deleted together, later: deleting each would
 * keep a slow reader from ever catching up. A crash ends such a session anyway, and the object does not sleep while
 * rows wait to be deleted.
 */

interface Cursor {
  /** Its rows up to this number were sent. */
  seq: number;
  rows: number;
}

const START: Cursor = { seq: -1, rows: 0 };

export class SentCursors {
  readonly bySession = new Map<number, Cursor>();

  /** Returns the last row that was sent; a number below every row when none was. */
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

  /** Its rows were deleted. A later row may reuse a number. */
  forget(session: number): void {
    this.bySession.delete(session);
  }
}
