/** Stores points for `npm start`, as sums per minute. A deployment uses Analytics Engine. */

import { DurableObject } from "cloudflare:workers";
import { storedNumbers } from "../../broker/contract/json.ts";
import type { ColumnTotals, DataPoint, MetricsQuery } from "./point.ts";

const SCHEMA = `CREATE TABLE IF NOT EXISTS points (
  minute INTEGER NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, method TEXT NOT NULL, sums TEXT NOT NULL,
  PRIMARY KEY (minute, kind, subject, method)
) WITHOUT ROWID`;
const MINUTE = 60_000;
const KEPT_MINUTES = 2 * 24 * 60;

type PointRow = Record<"subject" | "method" | "sums", string>;

export class MeterTable extends DurableObject<Cloudflare.Env> {
  readonly #sql: SqlStorage;

  constructor(state: DurableObjectState, env: Cloudflare.Env) {
    super(state, env);
    this.#sql = state.storage.sql;
    this.#sql.exec(SCHEMA);
  }

  async add(points: readonly DataPoint[]): Promise<void> {
    const minute = Math.floor(Date.now() / MINUTE);
    this.#sql.exec("DELETE FROM points WHERE minute < ?", minute - KEPT_MINUTES);
    for (const { kind, subject, method, values } of points) {
      const key = [minute, kind, subject, method];
      const [before] = this.#sql
        .exec<PointRow>(
          "SELECT sums FROM points WHERE minute = ? AND kind = ? AND subject = ? AND method = ?",
          ...key,
        )
        .toArray();
      const sums = JSON.stringify(before === undefined ? values : sum(values, storedNumbers(before.sums)));
      this.#sql.exec(
        "INSERT OR REPLACE INTO points (minute, kind, subject, method, sums) VALUES (?, ?, ?, ?, ?)",
        ...key,
        sums,
      );
    }
  }

  async sums({ kind, since, ungrouped }: MetricsQuery): Promise<ColumnTotals[]> {
    const rows = this.#sql.exec<PointRow>(
      "SELECT subject, method, sums FROM points WHERE kind = ? AND minute >= ?",
      kind,
      Math.floor(since / MINUTE),
    );
    const totals = new Map<string, ColumnTotals>();
    for (const row of rows) {
      const [subject, method] = ungrouped ? ["", ""] : [row.subject, row.method];
      const key = `${method} ${subject}`;
      const values = storedNumbers(row.sums);
      totals.set(key, { subject, method, values: sum(values, totals.get(key)?.values ?? []) });
    }
    return [...totals.values()];
  }
}

const sum = (values: readonly number[], more: readonly number[]): number[] =>
  values.map((value, at) => value + (more[at] ?? 0));
