/** Availability reports of discovered devices: one row per device and topic that reported. */

import { Table } from "./sql.ts";

export interface AvailabilityReport {
  isOnline: boolean;
  /** Increases with each report of the device; the greatest is the latest. */
  turn: number;
}

/** A repeated report from the topic that reported last changes nothing and writes no row. */
const PUT = `INSERT INTO availability (device_id, topic, online, turn)
  VALUES (?1, ?2, ?3, (SELECT ifnull(max(turn), 0) + 1 FROM availability WHERE device_id = ?1))
  ON CONFLICT (device_id, topic) DO UPDATE SET online = excluded.online, turn = excluded.turn
    WHERE online <> excluded.online OR turn < excluded.turn - 1`;

export class AvailabilityRows extends Table {
  of(deviceId: string): Map<string, AvailabilityReport> {
    const rows = this.sql.exec("SELECT topic, online, turn FROM availability WHERE device_id = ?", deviceId);
    return new Map(
      [...rows].map(({ topic, online, turn }) => [
        String(topic),
        { isOnline: online === 1, turn: Number(turn) },
      ]),
    );
  }

  put(deviceId: string, topic: string, isOnline: boolean): void {
    this.sql.exec(PUT, deviceId, topic, isOnline ? 1 : 0);
  }

  keepOnly(deviceIds: readonly string[]): void {
    this.sql.exec(
      "DELETE FROM availability WHERE device_id NOT IN (SELECT value FROM json_each(?))",
      JSON.stringify(deviceIds),
    );
  }
}
