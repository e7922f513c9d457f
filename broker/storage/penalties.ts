/** Who is kept out, and until when: written down, so that neither a nap nor a restart opens the door again. */

import type { Sql } from "./guarded-sql.ts";

export interface Penalty {
  /** Milliseconds since 1970. */
  until: number;
  /** How often in a row. */
  times: number;
}

/** Beyond it those that end first are forgotten. */
const MAX_ROWS = 1000;

export class PenaltyRows {
  #sql: Sql;
  #known: Map<string, Penalty> | null = null;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  get(key: string): Penalty | undefined {
    return this.#all().get(key);
  }

  /** Those that ended before `forgotten` need not be known any more. */
  put(key: string, penalty: Penalty, forgotten: number): void {
    const known = this.#all();
    known.set(key, penalty);
    for (const [old, { until }] of known) if (until < forgotten) known.delete(old);
    this.#sql.exec("DELETE FROM penalties WHERE until < ?", forgotten);
    const { until, times } = penalty;
    this.#sql.exec(
      "INSERT OR REPLACE INTO penalties (key, until, times) VALUES (?, ?, ?)",
      key,
      until,
      times,
    );
    if (known.size > MAX_ROWS) this.#forgetFirst(known);
  }

  #forgetFirst(known: Map<string, Penalty>): void {
    const [first] = [...known].sort(([, a], [, b]) => a.until - b.until);
    if (first === undefined) return;
    known.delete(first[0]);
    this.#sql.exec("DELETE FROM penalties WHERE key = ?", first[0]);
  }

  #all(): Map<string, Penalty> {
    if (this.#known !== null) return this.#known;
    this.#known = new Map();
    for (const row of this.#sql.exec("SELECT key, until, times FROM penalties")) {
      this.#known.set(String(row.key), { until: Number(row.until), times: Number(row.times) });
    }
    return this.#known;
  }
}
