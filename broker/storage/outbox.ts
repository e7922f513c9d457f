/** Records on their way out: written with the change they tell of, deleted once the sink has them. */

import type { EventRecord } from "../ports.ts";
import type { Sql } from "./sql.ts";

export interface OutboxRow {
  seq: number;
  record: EventRecord;
}

/** Beyond it the oldest records that switch nothing are given up, so that an outage cannot fill the object. */
const MAX_ROWS = 10_000;

export class Outbox {
  #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  append(record: EventRecord): void {
    const insert = "INSERT INTO outbox (record) VALUES (?) RETURNING seq";
    const seq = Number(this.#sql.exec(insert, JSON.stringify(record)).one().seq);
    const first = this.first();
    if (first !== null && seq - first >= MAX_ROWS) this.#giveUpOne();
  }

  #giveUpOne(): void {
    const quiet = `SELECT min(seq) FROM outbox WHERE coalesce(json_extract(record, '$.type'), '') NOT LIKE 'turned%'`;
    this.#sql.exec(`DELETE FROM outbox WHERE seq = coalesce((${quiet}), (SELECT min(seq) FROM outbox))`);
  }

  first(): number | null {
    return this.#sql.exec("SELECT min(seq) AS seq FROM outbox").one().seq as number | null;
  }

  last(): number | null {
    return this.#sql.exec("SELECT max(seq) AS seq FROM outbox").one().seq as number | null;
  }

  next(limit: number): OutboxRow[] {
    return [...this.#sql.exec("SELECT seq, record FROM outbox ORDER BY seq LIMIT ?", limit)].map((row) => ({
      seq: Number(row.seq),
      record: JSON.parse(String(row.record)) as EventRecord,
    }));
  }

  /** These have arrived. */
  remove(upTo: number): void {
    this.#sql.exec("DELETE FROM outbox WHERE seq <= ?", upTo);
  }
}
