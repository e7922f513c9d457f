/** Schedules of the account, as D1 last returned them, each with its next run: one row each. */

import { readable } from "../contract/json.ts";
import type { DeviceSchedule, Run, RunOutcome } from "../contract/schedule.ts";
import type { EventRetention } from "./events.ts";
import type { Unreadable } from "./rights-copy.ts";
import { scheduleColumn } from "./shapes.ts";
import { type Sql, Table } from "./sql.ts";

/** Milliseconds since 1970. */
export interface PlannedSchedule {
  schedule: DeviceSchedule;
  plannedAt: number;
  failures: number;
}

/** Null when it has no next run. */
const DUE = "max(next_at, ifnull(retry_at, next_at))";

/** Milliseconds by which clocks skip the local time of the next run. */
interface NextRun {
  at: number;
  skipped: number;
}

const PUT = `INSERT INTO schedules (id, facts, next_at, skipped, made) VALUES (?1, ?2, ?3, ?4, ?5)
  ON CONFLICT (id) DO UPDATE SET facts = ?2, next_at = ?3, skipped = ?4, made = ?5, failures = 0, retry_at = NULL`;

/** Keeps the last name of a deleted schedule for its old events. */
const KEEP_NAME = `INSERT INTO past_schedules (id, name, last)
  SELECT id, coalesce(facts ->> '$.value.name', ''), (SELECT max(command) FROM runs WHERE schedule_id = ?1) AS last
  FROM schedules WHERE id = ?1 AND last IS NOT NULL
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, last = excluded.last`;

export class ScheduleRows extends Table {
  readonly #unreadable: Unreadable;

  constructor(sql: Sql, unreadable: Unreadable) {
    super(sql);
    this.#unreadable = unreadable;
  }

  /**
   * Plans new and changed schedules by `next`; deletes the others, except for their names. `schedules` are in the order
   * of their making, which `made` stores.
   */
  replace(schedules: readonly DeviceSchedule[], next: (schedule: DeviceSchedule) => NextRun | null): void {
    const rows = [...this.sql.exec("SELECT id, facts, made FROM schedules")];
    const gone = new Map(rows.map((row) => [row.id, { facts: row.facts, made: Number(row.made) }]));
    let newest = 0;
    for (const schedule of schedules) {
      const { id } = schedule;
      const facts = scheduleColumn.write(schedule);
      const before = gone.get(id);
      const made = Math.max(before?.made ?? 0, newest + 1);
      newest = made;
      if (before?.facts !== facts) {
        const run = next(schedule);
        this.sql.exec(PUT, id, facts, run?.at ?? null, run?.skipped ?? 0, made);
      } else if (before.made !== made) {
        this.sql.exec("UPDATE schedules SET made = ? WHERE id = ?", made, id);
      }
      gone.delete(id);
    }
    for (const id of gone.keys()) {
      this.sql.exec(KEEP_NAME, id);
      this.sql.exec("DELETE FROM schedules WHERE id = ?", id);
      this.sql.exec("DELETE FROM runs WHERE schedule_id = ?", id);
    }
  }

  /** Without rows that cannot be read. */
  all(): DeviceSchedule[] {
    return [...this.sql.exec("SELECT facts FROM schedules")].flatMap(({ facts }) => this.#read(facts) ?? []);
  }

  #read(facts: unknown): DeviceSchedule | null {
    const schedule = readable(scheduleColumn, facts);
    if (schedule === null) this.#unreadable.meet();
    return schedule;
  }

  /** Returns the device of a schedule, or null for an unknown one. */
  deviceOf(id: string): string | null {
    const [row] = this.sql.exec(
      "SELECT facts ->> '$.value.deviceId' AS device FROM schedules WHERE id = ?",
      id,
    );
    return row === undefined ? null : String(row.device);
  }

  /** Sets the next run, null for none; after failures not before `retryAt`. */
  plan(id: string, next: NextRun | null, failures = 0, retryAt: number | null = null): void {
    this.sql.exec(
      "UPDATE schedules SET next_at = ?, skipped = ?, failures = ?, retry_at = ? WHERE id = ?",
      next?.at ?? null,
      next?.skipped ?? 0,
      failures,
      retryAt,
      id,
    );
  }

  /** The same run again, not before `retryAt`. */
  retry(id: string, failures: number, retryAt: number): void {
    this.sql.exec("UPDATE schedules SET failures = ?, retry_at = ? WHERE id = ?", failures, retryAt, id);
  }

  /** Returns the next due time, or null. Milliseconds since 1970. */
  nextAt(): number | null {
    return this.sql.exec(`SELECT min(${DUE}) AS at FROM schedules`).one().at as number | null;
  }

  /** The first one: by planned moment, then by local time, of which clocks may skip several, then by making. */
  due(now: number, without: ReadonlySet<string>): PlannedSchedule | null {
    const [row] = this.sql.exec(
      `SELECT id, facts, next_at, failures FROM schedules
       WHERE ${DUE} <= ? AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY next_at, skipped DESC, made LIMIT 1`,
      now,
      JSON.stringify([...without]),
    );
    if (row === undefined) return null;
    const schedule = this.#read(row.facts);
    if (schedule !== null)
      return { schedule, plannedAt: Number(row.next_at), failures: Number(row.failures) };
    // a schedule that cannot be read must not stop the others: it is planned again with the next copy of the
    // rights
    this.plan(String(row.id), null);
    return this.due(now, without);
  }
}

// Results of scheduled runs: one row each, or one row for all runs missed together. Kept as long as events.

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

  acknowledge(command: number, now: number): void {
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
