import type { DeviceCounts } from "../contract/account.ts";

/** Rows of device, name, hour and count, from ?1 (inclusive) to ?2 (exclusive); hours are counted from ?1. */
export const PER_HOUR = `SELECT device_id, CAST((at - ?1) / 3600000 AS INTEGER) AS hour, sum(count) AS n
  FROM events WHERE at >= ?1 AND at < ?2 GROUP BY 1, 2`;

const totalOf = ({ counts }: DeviceCounts): number => counts.reduce((sum, count) => sum + count, 0);

export function countsByDevice(rows: Iterable<Record<string, SqlStorageValue>>, hours: number) {
  const devices = new Map<string, DeviceCounts>();
  for (const { device_id, name, hour, n } of rows) {
    const deviceId = String(device_id);
    const device = devices.get(deviceId) ?? {
      ...{ deviceId, deviceName: String(name) },
      counts: new Array<number>(hours).fill(0),
    };
    device.counts[Number(hour)] = Number(n);
    devices.set(deviceId, device);
  }
  return [...devices.values()].sort((a, b) => totalOf(b) - totalOf(a) || (a.deviceId < b.deviceId ? -1 : 1));
}
