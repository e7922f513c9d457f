/** The events of the last 24 hours, counted by the hour and the device. */

import type { DeviceEvent } from "../../../../worker/contract/event.ts";

const HOURS = 24;
export const HOUR_MS = 3_600_000;

type Counted = Pick<DeviceEvent, "id" | "device_id" | "device_name" | "count" | "created_at">;

export interface DeviceHours {
  deviceId: string;
  name: string;
  /** One count an hour, the oldest first. */
  counts: number[];
  total: number;
}

export interface LastDay {
  /** When each hour begins, in milliseconds since 1970, the oldest first; the last one is the present hour. */
  hours: number[];
  /** The busiest first. */
  devices: DeviceHours[];
}

/** The beginning of the first hour that is shown. Hours begin when they do on the clocks of the place. */
export function firstHour(now: number): number {
  const hour = new Date(now);
  hour.setMinutes(0, 0, 0);
  return hour.getTime() - (HOURS - 1) * HOUR_MS;
}

export function countByHour(events: readonly Counted[], now: number): LastDay {
  const start = firstHour(now);
  const devices = new Map<string, DeviceHours>();
  for (const { device_id, device_name, count, created_at } of events) {
    const hour = Math.floor((Date.parse(created_at) - start) / HOUR_MS);
    if (!(hour >= 0 && hour < HOURS)) continue;
    const device = devices.get(device_id) ?? {
      deviceId: device_id,
      // The newest event comes first and has the latest name.
      name: device_name,
      counts: new Array<number>(HOURS).fill(0),
      total: 0,
    };
    device.counts[hour] = (device.counts[hour] ?? 0) + count;
    device.total += count;
    devices.set(device_id, device);
  }
  return {
    hours: Array.from({ length: HOURS }, (_, hour) => start + hour * HOUR_MS),
    devices: [...devices.values()].sort((a, b) => b.total - a.total || a.name.localeCompare(b.name)),
  };
}

/** From 0 to 1, by the power of ten: one of a thousand is still to be seen beside it. */
export const barHeight = (count: number, highest: number): number =>
  highest === 0 ? 0 : Math.log1p(count) / Math.log1p(highest);

/** How many there were; one of a list may stand for many. */
export const totalOf = (events: readonly Pick<Counted, "count">[]): number =>
  events.reduce((total, { count }) => total + count, 0);

/** Both lists in one, newest first, without what both have and without what is too old. */
export function merged<Event extends Counted>(
  newer: readonly Event[],
  known: readonly Event[],
  now: number,
): Event[] {
  const start = firstHour(now);
  const ids = new Set(newer.map(({ id }) => id));
  return [...newer, ...known.filter(({ id }) => !ids.has(id))].filter(
    ({ created_at }) => Date.parse(created_at) >= start,
  );
}
