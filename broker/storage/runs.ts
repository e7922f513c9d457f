/** Results of scheduled runs: one row each, or one row for all runs missed together. Kept as long as events. */

import type { Run, RunOutcome } from "../contract/schedule.ts";
import type { EventRetention } from "./events.ts";
import { type Sql, Table } from "./sql.ts";

export interface NewRun extends Pick<Run, "plannedAt" | "ranAt" | "outcome" | "count"> {
  scheduleId: string;
  /** The time of the command that was sent, which is its name; null when none was sent. */
  command: number | null;
}

type RunRow = Record<string, SqlStorageValue>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Above the limit, rows are deleted in slices, as in `events.ts`. */
const SLICE = 100;
const MOST_TOLD = 500;

const runOf = (row: RunRow): Run => ({
  plannedAt: Number(row.planned_at),
  count: Number(row.count),
  ranAt: row.ran_at as number | null,
  outcome: row.outcome as RunOutcome,
  takenAt: row.taken_at as number | null,
});

export class Runs extends Table {
  readonly #kept: () => EventRetention;
  readonly #count = this.sql.hold(() => Number(this.sql.exec("SELECT count(*) AS n FROM runs").one().n));
  #prunedAt = Number.NEGATIVE_INFINITY;

  constructor(sql: Sql, kept: () => EventRetention) {
    super(sql);
    this.#kept = kept;
  }

  append({ scheduleId, plannedAt, count, ranAt, outcome, command }: NewRun): void {
    this.sql.exec(
      "INSERT INTO runs (schedule_id, planned_at, count, ran_at, outcome, command) VALUES (?, ?, ?, ?, ?, ?)",
      scheduleId,
      plannedAt,
      count,
      ranAt,
      outcome,
      command,
    );
    this.#count.set(this.#count.get() + 1);
    const { most } = this.#kept();
    if (most > 0 && this.#count.get() > most) this.#drop("1", Math.max(1, Math.floor(most / SLICE)));
  }

  /** Deletes one slice of expired runs; at most once an hour unless more are left. */
  prune(now: number): void {
    const { days } = this.#kept();
    if (days === 0 || Math.abs(now - this.#prunedAt) < HOUR) return;
    if (this.#drop(`planned_at <= ${now - days * DAY}`, SLICE) < SLICE) this.#prunedAt = now;
  }

  #drop(which: string, limit: number): number {
    const gone = this.sql.exec(
      `DELETE FROM runs WHERE (schedule_id, planned_at) IN
         (SELECT schedule_id, planned_at FROM runs WHERE ${which} ORDER BY planned_at LIMIT ${limit})
       RETURNING 1`,
    );
    const { length } = [...gone];
    this.#count.set(this.#count.get() - length);
    return length;
  }

  taken(command: number, now: number): void {
    this.sql.exec(
      "UPDATE runs SET outcome = 'taken', taken_at = ? WHERE command = ? AND taken_at IS NULL",
      now,
      command,
    );
  }

  of(scheduleId: string, limit = MOST_TOLD): Run[] {
    const query = "SELECT * FROM runs WHERE schedule_id = ? ORDER BY planned_at DESC LIMIT ?";
    return [...this.sql.exec(query, scheduleId, limit)].map(runOf);
  }

  last(scheduleIds: readonly string[]): Record<string, Run> {
    return Object.fromEntries(scheduleIds.flatMap((id) => this.of(id, 1).map((run) => [id, run])));
  }
}
