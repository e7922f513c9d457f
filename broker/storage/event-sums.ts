/** Events that are told as one: how many of a kind there were of a device, and the last of them. A row a device and kind. */

import type { Actor, DeviceEventType } from "../contract/device-events.ts";
import type { Sql } from "./sql.ts";

export interface EventToSum {
  deviceId: string;
  /** What is added up: both ways of a switch are one kind. */
  kind: string;
  type: DeviceEventType;
  at: number;
  actor: Actor | null;
  schedule: string | null;
}

export interface EventSum extends EventToSum {
  count: number;
}

type EventSumRow = Record<string, SqlStorageValue>;

const sumOf = (row: EventSumRow): EventSum => ({
  deviceId: String(row.device_id),
  kind: String(row.kind),
  type: row.type as DeviceEventType,
  at: Number(row.at),
  actor: row.actor as Actor | null,
  schedule: row.schedule as string | null,
  count: Number(row.count),
});

export class EventSums {
  #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** When the sums of this device were begun; null when it has none. Milliseconds since 1970. */
  since(deviceId: string): number | null {
    const [row] = this.#sql.exec("SELECT since FROM sums WHERE device_id = ? LIMIT 1", deviceId);
    return row === undefined ? null : Number(row.since);
  }

  /** One more. `since` is when the first of the device was added, whatever its kind. */
  add({ deviceId, kind, type, at, actor, schedule }: EventToSum, since: number): void {
    this.#sql.exec(
      `INSERT INTO sums (device_id, kind, since, type, at, actor, schedule, count)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1)
       ON CONFLICT (device_id, kind) DO UPDATE
       SET type = ?4, at = ?5, actor = ?6, schedule = ?7, count = count + 1`,
      deviceId,
      kind,
      since,
      type,
      at,
      actor,
      schedule,
    );
  }

  /** The sums of a device, in the order of their last events; it has none afterwards. */
  take(deviceId: string): EventSum[] {
    const rows = [...this.#sql.exec("SELECT * FROM sums WHERE device_id = ? ORDER BY at", deviceId)];
    if (rows.length > 0) this.#sql.exec("DELETE FROM sums WHERE device_id = ?", deviceId);
    return rows.map(sumOf);
  }

  /** Devices whose sums are so old, those that have waited longest first. A clock that went back makes them old, too. */
  due(now: number, age: number, limit: number): string[] {
    const rows = this.#sql.exec(
      "SELECT device_id FROM sums WHERE abs(? - since) >= ? GROUP BY device_id ORDER BY max(at) LIMIT ?",
      now,
      age,
      limit,
    );
    return [...rows].map((row) => String(row.device_id));
  }

  /** When the oldest was begun; null when there are none. Milliseconds since 1970. */
  oldest(): number | null {
    return this.#sql.exec("SELECT min(since) AS at FROM sums").one().at as number | null;
  }
}
