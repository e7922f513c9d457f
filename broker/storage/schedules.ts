/** Schedules as the account's database last said, each with the time for which it is planned next. One row each. */

import { readable } from "../contract/json.ts";
import type { DeviceSchedule } from "../contract/schedule.ts";
import { scheduleColumn } from "./shapes.ts";
import type { Sql } from "./sql.ts";

/** Milliseconds since 1970. */
export interface PlannedSchedule {
  schedule: DeviceSchedule;
  plannedAt: number;
  failures: number;
}

/** Null where it is not planned. */
const DUE = "max(next_at, ifnull(retry_at, next_at))";

const PUT = `INSERT INTO schedules (id, facts, next_at) VALUES (?1, ?2, ?3)
  ON CONFLICT (id) DO UPDATE SET facts = ?2, next_at = ?3, failures = 0, retry_at = NULL`;

/** Its events keep the name that it had last, as long as there are any: until then. */
const KEEP_NAME = `INSERT INTO past_schedules (id, name, last)
  SELECT id, facts ->> '$.value.name', (SELECT max(command) FROM runs WHERE schedule_id = ?1) AS last
  FROM schedules WHERE id = ?1 AND last IS NOT NULL
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, last = excluded.last`;

export class ScheduleRows {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Those that are new or changed are planned again, by `next`; what is gone leaves nothing but its name. */
  replace(schedules: readonly DeviceSchedule[], next: (schedule: DeviceSchedule) => number | null): void {
    const gone = new Map(
      [...this.#sql.exec("SELECT id, facts FROM schedules")].map((row) => [row.id, row.facts]),
    );
    for (const schedule of schedules) {
      const { id } = schedule;
      const facts = scheduleColumn.write(schedule);
      if (gone.get(id) !== facts) this.#sql.exec(PUT, id, facts, next(schedule));
      gone.delete(id);
    }
    for (const id of gone.keys()) {
      this.#sql.exec(KEEP_NAME, id);
      this.#sql.exec("DELETE FROM schedules WHERE id = ?", id);
      this.#sql.exec("DELETE FROM runs WHERE schedule_id = ?", id);
    }
  }

  /** The device of a schedule; null where there is no such schedule. */
  deviceOf(id: string): string | null {
    const [row] = this.#sql.exec(
      "SELECT facts ->> '$.value.deviceId' AS device FROM schedules WHERE id = ?",
      id,
    );
    return row === undefined ? null : String(row.device);
  }

  /** When it runs next, which may be null; after failures not before `retryAt`. */
  plan(id: string, at: number | null, failures = 0, retryAt: number | null = null): void {
    this.#sql.exec(
      "UPDATE schedules SET next_at = ?, failures = ?, retry_at = ? WHERE id = ?",
      ...[at, failures, retryAt, id],
    );
  }

  /** When the next one is due; null when none is. Milliseconds since 1970. */
  nextAt(): number | null {
    return this.#sql.exec(`SELECT min(${DUE}) AS at FROM schedules`).one().at as number | null;
  }

  due(now: number, without: ReadonlySet<string>): PlannedSchedule | null {
    const [row] = this.#sql.exec(
      `SELECT id, facts, next_at, failures FROM schedules
       WHERE ${DUE} <= ? AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY next_at, id LIMIT 1`,
      now,
      JSON.stringify([...without]),
    );
    if (row === undefined) return null;
    const schedule = readable(scheduleColumn, row.facts);
    if (schedule !== null)
      return { schedule, plannedAt: Number(row.next_at), failures: Number(row.failures) };
    // One that cannot be read keeps no other from running: it is planned again with the next copy of the rights.
    this.plan(String(row.id), null);
    return this.due(now, without);
  }
}
