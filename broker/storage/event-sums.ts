/** Events over the rate limit, added up: one row per device and kind, with a count and the last event. */

import type { DeviceCounts } from "../contract/account.ts";
import type { ControlSet } from "../contract/controls.ts";
import type { Actor, DeviceEventType } from "../contract/device-events.ts";
import { readable } from "../contract/json.ts";
import type { Mistake } from "../contract/mistake.ts";
import { mistakeColumn, setColumn } from "./shapes.ts";
import { Table } from "./sql.ts";

export interface EventToSum {
  deviceId: string;
  /** Events that are added up together: `turned_on` and `turned_off` are one kind, values of controls another. */
  kind: string;
  type: DeviceEventType;
  at: number;
  actor: Actor | null;
  schedule: string | null;
  guest: string | null;
  mistake?: Mistake | undefined;
  set: ControlSet | null;
  isStateKept: boolean;
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
  guest: row.guest as string | null,
  count: Number(row.count),
  mistake: (row.mistake === null ? null : readable(mistakeColumn, row.mistake)) ?? undefined,
  set: row.set_values === null ? null : readable(setColumn, row.set_values),
  isStateKept: row.state_kept === 1,
});

export class EventSums extends Table {
  /** Returns the time of each device's first summed event. Milliseconds since 1970. */
  since(): Map<string, number> {
    const rows = [...this.sql.exec("SELECT device_id, min(since) AS at FROM event_sums GROUP BY device_id")];
    return new Map(rows.map((row) => [String(row.device_id), Number(row.at)]));
  }

  /** Adds one event. `since` is the time of the device's first summed event of any kind. */
  add(
    { deviceId, kind, type, at, actor, schedule, guest, mistake, set, isStateKept }: EventToSum,
    since: number,
  ): void {
    this.sql.exec(
      `INSERT INTO event_sums (device_id, kind, since, type, at, actor, schedule, mistake, set_values, guest, state_kept, count)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 1)
       ON CONFLICT (device_id, kind) DO UPDATE
       SET type = ?4, at = ?5, actor = ?6, schedule = ?7, mistake = ?8, set_values = ?9, guest = ?10,
         state_kept = ?11,         count = count + 1`,
      deviceId,
      kind,
      since,
      type,
      at,
      actor,
      schedule,
      mistake === undefined ? null : mistakeColumn.write(mistake),
      set && setColumn.write(set),
      guest,
      Number(isStateKept),
    );
  }

  /** Removes the device's sums and returns them in the order of their last events. */
  take(deviceId: string): EventSum[] {
    const rows = [...this.sql.exec("SELECT * FROM event_sums WHERE device_id = ? ORDER BY at", deviceId)];
    if (rows.length > 0) this.sql.exec("DELETE FROM event_sums WHERE device_id = ?", deviceId);
    return rows.map(sumOf);
  }

  /** Returns devices whose sums are at least `age` old, oldest first; all of them after a clock was set back. */
  due(now: number, age: number, limit: number): string[] {
    const rows = this.sql.exec(
      "SELECT device_id FROM event_sums WHERE abs(? - since) >= ? GROUP BY device_id ORDER BY max(at) LIMIT ?",
      now,
      age,
      limit,
    );
    return [...rows].map((row) => String(row.device_id));
  }

  /** Returns the time of the oldest sum, or null without one. Milliseconds since 1970. */
  oldest(): number | null {
    return this.sql.exec("SELECT min(since) AS at FROM event_sums").one().at as number | null;
  }
}

const IN_TIME = "at >= ?1 AND at < ?2";

/** Rows of device and total, from ?1 (inclusive) to ?2 (exclusive). */
export const TOTALS = `SELECT device_id, sum(count) AS total FROM events WHERE ${IN_TIME} GROUP BY 1`;

/** Rows of device, hour and count of the devices in the JSON array ?3; hours are counted from ?1. */
export const PER_HOUR = `SELECT device_id, CAST((at - ?1) / 3600000 AS INTEGER) AS hour, sum(count) AS n
  FROM events WHERE ${IN_TIME} AND device_id IN (SELECT value FROM json_each(?3)) GROUP BY 1, 2`;

type Rows = Iterable<Record<string, SqlStorageValue>>;

/** `devices` are rows of id and name, in the order of the answer. */
export function countsByDevice(devices: Rows, perHour: Rows, hours: number): DeviceCounts[] {
  const counts = new Map<string, DeviceCounts>();
  for (const { device_id, name } of devices) {
    const deviceId = String(device_id);
    const none = new Array<number>(hours).fill(0);
    counts.set(deviceId, { deviceId, deviceName: String(name), counts: none });
  }
  for (const { device_id, hour, n } of perHour) {
    const device = counts.get(String(device_id));
    if (device !== undefined) device.counts[Number(hour)] = Number(n);
  }
  return [...counts.values()];
}
