/**
 * Rows that the account's object wrote today (UTC), including index entries, as the platform bills them. The
 * sum is a column of `meta`, saved with other changes of that row or once enough rows are unsaved.
 * Hibernation or a crash loses fewer than that.
 */

import type { BrokerLimits } from "../contract/limits.ts";
import { HOUR, type SentRequest } from "../watches/request-limit.ts";
import type { Meta } from "./meta.ts";
import { type Sql, Table } from "./sql.ts";

const DAY = 86_400_000;
const UNSAVED = 32;

type RowLimits = Pick<BrokerLimits, "MAX_ROWS_A_DAY" | "GUEST_ROWS_PERCENT" | "HISTORY_ROWS_PERCENT">;

/** The parts of the rows of a day that have a limit of their own. */
const PARTS = { guestRows: "GUEST_ROWS_PERCENT", historyRows: "HISTORY_ROWS_PERCENT" } as const;
type Part = keyof typeof PARTS;

export class RowsWritten extends Table {
  readonly #meta: Meta;
  readonly #limits: RowLimits;
  /** Rows of each part that are not saved. */
  readonly #unsavedOf = { guestRows: 0, historyRows: 0 };
  /** False after `isOver` returned false, until the next transaction: the result cannot change before. */
  mayBeOver = true;
  /** Days since 1970; -1 before the first use after waking. */
  #day = -1;
  /** The part of `Sql.written` that is saved or belongs to an earlier day. */
  #saved = 0;

  constructor(sql: Sql, meta: Meta, limits: RowLimits) {
    super(sql);
    this.#meta = meta;
    this.#limits = limits;
    sql.atEnd(() => this.#save());
  }

  /** Starts a new day when `now` is one. Call before each transaction. */
  look(now: number): void {
    const day = Math.floor(now / DAY);
    if (day === this.#day) return;
    if (this.#day >= 0) {
      this.#saved = this.sql.written;
      this.#unsavedOf.guestRows = 0;
      this.#unsavedOf.historyRows = 0;
    }
    this.#day = day;
  }

  /** The rows of this work, which must be synchronous, count for this part, too. */
  countFor<Result>(part: Part, work: () => Result): Result {
    const before = this.sql.written;
    try {
      return work();
    } finally {
      this.#unsavedOf[part] += this.sql.written - before;
    }
  }

  /** Whether all guests together, or the history of messages, have written their part of the day. */
  isOverFor(part: Part, now: number): boolean {
    const { MAX_ROWS_A_DAY: ofAll } = this.#limits;
    const most = Math.ceil((ofAll * this.#limits[PARTS[part]]) / 100);
    this.look(now);
    return most > 0 && this.#of(part) >= most;
  }

  /** Rows of this day that the history of messages has written. */
  ofHistory(now: number): number {
    this.look(now);
    return this.#of("historyRows");
  }

  #of(part: Part): number {
    const before = this.#meta.get("rowsDay") === this.#day ? this.#meta.get(part) : 0;
    return before + this.#unsavedOf[part];
  }

  /** These rows count as written, beside those that were. */
  count(rows: number): void {
    this.#saved -= rows;
  }

  today(now: number): number {
    this.look(now);
    return this.#before() + this.sql.written - this.#saved;
  }

  #before(): number {
    return this.#meta.get("rowsDay") === this.#day ? this.#meta.get("rowsWritten") : 0;
  }

  isOver(now: number): boolean {
    const { MAX_ROWS_A_DAY: most } = this.#limits;
    this.mayBeOver = most > 0 && this.today(now) >= most;
    return this.mayBeOver;
  }

  /** True once per day, when the limit is first exceeded. */
  firstOver(now: number): boolean {
    this.look(now);
    if (this.#meta.get("rowsReported") === this.#day) return false;
    // saved at once, so that the limit is reported once even after hibernation
    this.#keep();
    this.#meta.set("rowsReported", this.#day);
    return true;
  }

  /** Seconds until the next day. */
  secondsLeft = (now: number): number => Math.ceil((DAY - (now % DAY)) / 1000);

  #save(): void {
    this.mayBeOver = true;
    const unsaved = this.sql.written - this.#saved;
    if (this.#day >= 0 && (unsaved >= UNSAVED || this.#meta.changed)) this.#keep();
  }

  #keep(): void {
    const { written } = this.sql;
    // before the day is set: the saved ones are of that day
    const parts = (["guestRows", "historyRows"] as const).map((part) => [part, this.#of(part)] as const);
    for (const [part, rows] of parts) {
      this.#meta.set(part, rows);
      this.#unsavedOf[part] = 0;
    }
    this.#meta.set("rowsWritten", this.#before() + written - this.#saved);
    this.#meta.set("rowsDay", this.#day);
    this.#saved = written;
  }
}

// Requests to the hosts of targets within the last hour. Stored, so that sleep does not reset what a host can get.

export class HostRequests extends Table {
  readonly #recent = this.sql.hold(() =>
    [...this.sql.exec("SELECT at, host, is_test FROM host_requests ORDER BY rowid")].map(
      (row): SentRequest => ({ at: Number(row.at), host: String(row.host), isTest: row.is_test === 1 }),
    ),
  );

  /** Of the last hour, in the order in which they were sent. */
  recent(now: number): readonly SentRequest[] {
    return this.#recent.get().filter(({ at }) => Math.abs(now - at) < HOUR);
  }

  add({ at, host, isTest }: SentRequest): void {
    const recent = this.recent(at);
    this.sql.exec("DELETE FROM host_requests WHERE at <= ? OR at >= ?", at - HOUR, at + HOUR);
    this.sql.exec("INSERT INTO host_requests (at, host, is_test) VALUES (?, ?, ?)", at, host, isTest ? 1 : 0);
    this.#recent.set([...recent, { at, host, isTest }]);
  }
}
