/**
 * Messages that wait for room on a live connection whose session ends with it. They lie in memory, for a row written
 * and deleted costs more than all else that is done for a message; what stays long is moved to storage by its owner,
 * so that the object may sleep. Changes of a turn that fails can be taken back.
 */

import type { Delivery } from "../protocol/message.ts";

export interface Waiting {
  /** Negative, where a stored one's is positive. */
  seq: number;
  delivery: Delivery;
  bytes: number;
  /** Since when. Milliseconds since 1970. */
  at: number;
}

interface Line {
  /** Those before `head` are gone; they are kept until the turn is done. */
  all: Waiting[];
  head: number;
  bytes: number;
}

/** Gone entries at the front of a line are let go from this many on. */
const COMPACT = 64;

export class Backlog {
  #lines = new Map<number, Line>();
  /** Lines that the present turn changed, as they were; null for one that was not there. */
  #before = new Map<number, (Line & { line: Line; length: number }) | null>();
  #lastSeq = 0;
  #bytes = 0;
  #bytesBefore = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get empty(): boolean {
    return this.#lines.size === 0;
  }

  load(session: number): { messages: number; bytes: number } {
    const line = this.#lines.get(session);
    return line === undefined
      ? { messages: 0, bytes: 0 }
      : { messages: line.all.length - line.head, bytes: line.bytes };
  }

  #touch(session: number): Line | undefined {
    const line = this.#lines.get(session);
    if (this.#before.size === 0) this.#bytesBefore = this.#bytes;
    if (!this.#before.has(session)) {
      this.#before.set(session, line === undefined ? null : { ...line, line, length: line.all.length });
    }
    return line;
  }

  put(session: number, delivery: Delivery, bytes: number, at: number): void {
    let line = this.#touch(session);
    if (line === undefined) {
      line = { all: [], head: 0, bytes: 0 };
      this.#lines.set(session, line);
    }
    this.#lastSeq -= 1;
    line.all.push({ seq: this.#lastSeq, delivery, bytes, at });
    line.bytes += bytes;
    this.#bytes += bytes;
  }

  /** The first ones, in their order. */
  first(session: number, count: number): readonly Waiting[] {
    const line = this.#lines.get(session);
    return line === undefined ? [] : line.all.slice(line.head, line.head + count);
  }

  /** The first one leaves. False when there is none. */
  shift(session: number): boolean {
    const line = this.#touch(session);
    const first = line?.all[line.head];
    if (line === undefined || first === undefined) return false;
    line.head++;
    line.bytes -= first.bytes;
    this.#bytes -= first.bytes;
    if (line.head === line.all.length) this.#lines.delete(session);
    return true;
  }

  remove(session: number): void {
    const line = this.#touch(session);
    if (line === undefined) return;
    this.#bytes -= line.bytes;
    this.#lines.delete(session);
  }

  /** Sessions whose first message has waited since then or longer. */
  since(at: number): number[] {
    const sessions: number[] = [];
    for (const [session, line] of this.#lines) {
      if ((line.all[line.head] as Waiting).at <= at) sessions.push(session);
    }
    return sessions;
  }

  /** The turn is done. */
  confirm(): void {
    if (this.#before.size === 0) return;
    for (const session of this.#before.keys()) {
      const line = this.#lines.get(session);
      if (line === undefined || line.head < COMPACT || line.head * 2 < line.all.length) continue;
      line.all.splice(0, line.head);
      line.head = 0;
    }
    this.#before.clear();
  }

  /** The turn did not happen. */
  revert(): void {
    if (this.#before.size === 0) return;
    for (const [session, before] of this.#before) {
      if (before === null) {
        this.#lines.delete(session);
        continue;
      }
      const { line, head, bytes, length } = before;
      line.all.length = length;
      line.head = head;
      line.bytes = bytes;
      this.#lines.set(session, line);
    }
    this.#bytes = this.#bytesBefore;
    this.#before.clear();
  }
}
