/** The Durable Object that keeps points on a desk, in sums of a minute. Nothing that is deployed has it. */

import { DurableObject } from "cloudflare:workers";
import { storedNumbers } from "../json.ts";
import type { Point } from "./point.ts";
import type { Question, Totals } from "./question.ts";

const SCHEMA = `CREATE TABLE IF NOT EXISTS points (
  minute INTEGER NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, method TEXT NOT NULL, sums TEXT NOT NULL,
  PRIMARY KEY (minute, kind, subject, method)
) WITHOUT ROWID`;
const MINUTE = 60_000;
const KEPT = 2 * 24 * 60;

type Row = Record<"subject" | "method" | "sums", string>;

export class MeterTable extends DurableObject<Cloudflare.Env> {
  readonly #sql: SqlStorage;

  constructor(state: DurableObjectState, env: Cloudflare.Env) {
    super(state, env);
    this.#sql = state.storage.sql;
    this.#sql.exec(SCHEMA);
  }

  async add(points: readonly Point[]): Promise<void> {
    const minute = Math.floor(Date.now() / MINUTE);
    this.#sql.exec("DELETE FROM points WHERE minute < ?", minute - KEPT);
    for (const { kind, subject, method, values } of points) {
      const key = [minute, kind, subject, method];
      const [before] = this.#sql
        .exec<Row>(
          "SELECT sums FROM points WHERE minute = ? AND kind = ? AND subject = ? AND method = ?",
          ...key,
        )
        .toArray();
      const sums = JSON.stringify(before === undefined ? values : added(values, storedNumbers(before.sums)));
      this.#sql.exec(
        "INSERT OR REPLACE INTO points (minute, kind, subject, method, sums) VALUES (?, ?, ?, ?, ?)",
        ...key,
        sums,
      );
    }
  }

  async sums({ kind, since, together }: Question): Promise<Totals[]> {
    const rows = this.#sql.exec<Row>(
      "SELECT subject, method, sums FROM points WHERE kind = ? AND minute >= ?",
      ...[kind, Math.floor(since / MINUTE)],
    );
    const totals = new Map<string, Totals>();
    for (const row of rows) {
      const [subject, method] = together ? ["", ""] : [row.subject, row.method];
      const key = `${method} ${subject}`;
      const values = storedNumbers(row.sums);
      totals.set(key, { subject, method, values: added(values, totals.get(key)?.values ?? []) });
    }
    return [...totals.values()];
  }
}

const added = (values: readonly number[], more: readonly number[]): number[] =>
  values.map((value, at) => value + (more[at] ?? 0));
