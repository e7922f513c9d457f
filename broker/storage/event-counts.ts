import type { DeviceCounts } from "../contract/account.ts";

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
