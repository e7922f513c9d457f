/**
 * How much may wait, for one session and for the account. A session that is over its own limits loses its oldest
 * messages. The account's bytes are shared by principals: the queues of one hold at most as much as is left to all the
 * others, so that one alone fills half of them, a second half of the rest. One that would hold more gives up its own
 * oldest; what not even that makes room for is not stored, and nobody is told that it was.
 */

import type { Backlog } from "./backlog.ts";
import type { Sql } from "./guarded-sql.ts";
import type { QueueLoad } from "./queue-load.ts";

export interface QueueLimits {
  /** Messages of one session; 0 is no limit. */
  messages: number;
  /** Bytes of one session and of the account. */
  sessionBytes: number;
  accountBytes: number;
}

/** The part of a queue's limits from which dropping must be reckoned with. */
const CROWDED = 0.5;

export class QueueRoom {
  #sql: Sql;
  #limits: QueueLimits;
  #rows: QueueLoad;
  #backlog: Backlog;

  constructor(sql: Sql, limits: QueueLimits, rows: QueueLoad, backlog: Backlog) {
    this.#sql = sql;
    this.#limits = limits;
    this.#rows = rows;
    this.#backlog = backlog;
  }

  /** Bytes that the account has left. */
  get left(): number {
    const { messages, accountBytes } = this.#limits;
    return messages === 0 ? Number.POSITIVE_INFINITY : accountBytes - this.#rows.bytes - this.#backlog.bytes;
  }

  /** Whether the next message of this session may have to take another's place. */
  crowded(session: number): boolean {
    return this.#over(session, CROWDED) || this.left < CROWDED * this.#limits.accountBytes;
  }

  /** Whether the account has room for one more message of this session, if need be in the place of its principal's own. */
  has(session: number, bytes: number, left = this.left): boolean {
    return left >= bytes || this.#held(this.siblings(session)) >= bytes;
  }

  /**
   * After a message of so many bytes came to the end of the queue: the oldest ones leave until it may stay.
   * Returns how many.
   */
  make(session: number, bytes: number, dropOldest: (session: number) => boolean): number {
    let dropped = 0;
    while (this.#over(session, 1) && this.#waiting(session) > 1 && dropOldest(session)) dropped++;
    if (this.left >= this.#limits.accountBytes / 2 || this.#limits.messages === 0) return dropped;
    const siblings = this.siblings(session);
    // it need not shrink because others came: it does not grow
    const before = this.#held(siblings) - bytes;
    while (this.left < 0 || this.#held(siblings) > Math.max(before, this.left)) {
      const fullest = siblings
        .filter((each) => this.#waiting(each) > (each === session ? 1 : 0))
        .sort((a, b) => this.#bytes(b) - this.#bytes(a))[0];
      if (fullest === undefined || !dropOldest(fullest)) break;
      dropped++;
    }
    return dropped;
  }

  #waiting = (session: number): number =>
    this.#rows.of(session).messages + this.#backlog.load(session).messages;
  #bytes = (session: number): number => this.#rows.of(session).bytes + this.#backlog.load(session).bytes;
  #held = (sessions: readonly number[]): number =>
    sessions.reduce((sum, session) => sum + this.#bytes(session), 0);

  #over(session: number, part: number): boolean {
    const { messages, sessionBytes } = this.#limits;
    if (messages === 0) return false;
    return this.#waiting(session) > part * messages || this.#bytes(session) > part * sessionBytes;
  }

  /** All sessions of its principal. */
  siblings(session: number): number[] {
    const query = "SELECT id FROM sessions WHERE ref = (SELECT ref FROM sessions WHERE id = ?)";
    return [...this.#sql.exec(query, session)].map((row) => Number(row.id));
  }
}
