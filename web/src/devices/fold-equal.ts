/** Equal entries of a list as one row, so that what one client repeats does not hide what others do. */

import type { DeviceEvent } from "../../../worker/contract/events.ts";
import { datedFormat, momentText, timeFormat } from "../lib/time.ts";

/** A row of equal entries: the newest of them, how often it happened, and when the oldest did. */
export type Folded<Entry> = Entry & { since?: string };

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

export const causeOf = ({
  device_id,
  event_type,
  actor,
  schedule,
  guest,
  reason,
  state_kept,
}: DeviceEvent): string =>
  JSON.stringify([device_id, event_type, actor, schedule?.id, guest, reason, state_kept]);

export const timeOf = ({ created_at }: DeviceEvent): string => created_at;

/** For a glance: each kind of event of a device once. */
export const foldEvents = (events: readonly DeviceEvent[]): Folded<DeviceEvent>[] =>
  foldEqual(events, causeOf, timeOf);

const dayText = datedFormat({});
const minuteText = timeFormat({ hour: "numeric", minute: "2-digit" });

/** "4:53 PM", with the date where it is another one than that of `newest`. */
export function sinceText(since: string, newest: string): string {
  const [from, to] = [new Date(since), new Date(newest)];
  return dayText(from) === dayText(to) ? minuteText(from) : momentText(since);
}
