/**
 * Rows that the account's object writes on a day (UTC), index entries among them, as the platform bills them. The sum is a
 * column of `meta`: it is saved with whatever else changes there, or when so many are not saved yet. A nap or a crash
 * forgets fewer than that.
 */

import type { Meta } from "./meta.ts";
import type { Sql } from "./sql.ts";

const DAY = 86_400_000;
const UNSAVED = 32;

export class RowsWritten {
  readonly #sql: Sql;
  readonly #meta: Meta;
  /** Rows of a day; 0 is no limit. */
  readonly #most: () => number;
  /** False from an `isOver` that returned false to the next transaction: asking again returns the same. */
  mayBeOver = true;
  /** Days since 1970; -1 before the first look after waking. */
  #day = -1;
  /** Of `Sql.written`, what is saved, or was written on another day. */
  #saved = 0;

  constructor(sql: Sql, meta: Meta, most: () => number) {
    this.#sql = sql;
    this.#meta = meta;
    this.#most = most;
    sql.atEnd(() => this.#save());
  }

  /** Before a transaction: what it writes is of this day. */
  look(now: number): void {
    const day = Math.floor(now / DAY);
    if (day === this.#day) return;
    if (this.#day >= 0) this.#saved = this.#sql.written;
    this.#day = day;
  }

  today(now: number): number {
    this.look(now);
    return this.#before() + this.#sql.written - this.#saved;
  }

  #before(): number {
    return this.#meta.get("rowsDay") === this.#day ? this.#meta.get("rowsWritten") : 0;
  }

  isOver(now: number): boolean {
    const most = this.#most();
    this.mayBeOver = most > 0 && this.today(now) >= most;
    return this.mayBeOver;
  }

  /** True once a day. */
  firstOver(now: number): boolean {
    this.look(now);
    if (this.#meta.get("rowsTold") === this.#day) return false;
    // what was told holds after a nap, too
    this.#keep();
    this.#meta.set("rowsTold", this.#day);
    return true;
  }

  /** Seconds until the next day. */
  secondsLeft = (now: number): number => Math.ceil((DAY - (now % DAY)) / 1000);

  #save(): void {
    this.mayBeOver = true;
    const unsaved = this.#sql.written - this.#saved;
    if (this.#day >= 0 && (unsaved >= UNSAVED || this.#meta.changed)) this.#keep();
  }

  #keep(): void {
    const { written } = this.#sql;
    this.#meta.set("rowsWritten", this.#before() + written - this.#saved);
    this.#meta.set("rowsDay", this.#day);
    this.#saved = written;
  }
}
