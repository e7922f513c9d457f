/** Equal entries of a list as one row, so that what one client repeats does not hide what others do. */

import type { DeviceEvent } from "../../../../worker/contract/events.ts";
import { datedFormat, momentText, timeFormat } from "../../lib/time.ts";

export type EventDeviceName = Pick<DeviceEvent, "device_id" | "device_name">;

/** A row of equal entries: the newest of them, how often it happened, when the oldest did, and to which devices. */
export type Folded<Entry> = Entry & { since?: string; devices?: readonly EventDeviceName[] };

/** Newest first. A row stands at the place of its newest entry. */
export function foldEqual<Entry extends { count: number }>(
  entries: readonly Entry[],
  causeOf: (entry: Entry) => string,
  timeOf: (entry: Entry) => string,
): Folded<Entry>[] {
  const rows = new Map<string, Folded<Entry>>();
  for (const entry of entries) {
    const cause = causeOf(entry);
    const row = rows.get(cause);
    rows.set(cause, row ? { ...row, count: row.count + entry.count, since: timeOf(entry) } : entry);
  }
  return [...rows.values()];
}

export const devicesOf = ({ devices, ...only }: Folded<EventDeviceName>): readonly EventDeviceName[] =>
  devices ?? [only];

export const causeOf = (event: Folded<DeviceEvent>): string => {
  const { event_type, actor, schedule, guest, reason, state_kept, allowed_by } = event;
  const ids = devicesOf(event).map(({ device_id }) => device_id);
  return JSON.stringify([ids.sort(), event_type, actor, schedule?.id, guest, reason, state_kept, allowed_by]);
};

export const timeOf = ({ created_at }: DeviceEvent): string => created_at;

/** A restart or a router takes all connections away within a moment. Milliseconds. */
const MOMENT_MS = 2_000;
/** Fewer devices are a row each. */
const FEWEST_DEVICES = 3;

/**
 * What one cause did to several devices within a moment, as one row: thirty lost connections must not hide what else
 * happened.
 */
export function foldMoments(events: readonly DeviceEvent[]): Folded<DeviceEvent>[] {
  const latest = new Map<string, DeviceEvent[]>();
  const moments = new Map<DeviceEvent, DeviceEvent[]>();
  for (const event of events) {
    const { event_type, actor, watch, guest, reason, set, allowed_by } = event;
    const cause = JSON.stringify([event_type, actor, watch?.id, guest, reason, set, allowed_by]);
    const before = latest.get(cause);
    const isSame = before?.[0] !== undefined && distance(before[0], event) <= MOMENT_MS;
    const moment = isSame ? before : [];
    moment.push(event);
    latest.set(cause, moment);
    moments.set(event, moment);
  }
  return events.flatMap((event) => {
    const moment = moments.get(event) ?? [];
    const devices = [...new Map(moment.map((each) => [each.device_id, each])).values()];
    if (devices.length < FEWEST_DEVICES) return [event];
    return moment[0] === event ? [{ ...event, count: mostOf(moment), devices }] : [];
  });
}

const distance = (newer: DeviceEvent, older: DeviceEvent): number =>
  Date.parse(newer.created_at) - Date.parse(older.created_at);

/** How often it happened to the device that it happened to most often. */
function mostOf(moment: readonly DeviceEvent[]): number {
  const counts = new Map<string, number>();
  for (const { device_id, count } of moment) counts.set(device_id, (counts.get(device_id) ?? 0) + count);
  return Math.max(...counts.values());
}

/** For a glance: each kind of event of a device once. */
export const foldEvents = (events: readonly DeviceEvent[]): Folded<DeviceEvent>[] =>
  foldEqual(foldMoments(events), causeOf, timeOf);

const dayText = datedFormat({});
const minuteText = timeFormat({ hour: "numeric", minute: "2-digit" });

/** "4:53 PM", with the date where it is another one than that of `newest`. */
export function sinceText(since: string, newest: string): string {
  const [from, to] = [new Date(since), new Date(newest)];
  return dayText(from) === dayText(to) ? minuteText(from) : momentText(since);
}
