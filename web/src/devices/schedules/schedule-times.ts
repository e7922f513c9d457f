/** Times of schedules, in their own time zone. */

import { zoneAt } from "../../../../broker/contract/zone-changes.ts";
import type { Schedule, ScheduleBody, ScheduleRun } from "../../../../worker/contract/schedules.ts";
import { datedFormat, timeOfDayText } from "../../lib/time.ts";
import { durationText } from "../bands.ts";

const PARTS = {
  hour: "numeric",
  minute: "2-digit",
  weekday: "short",
  timeZoneName: "short",
} as const;

/** `2027-05-03T18:30:00`, local time of the zone. A text without a zone is local time already. */
export const localOf = (at: string, timeZone: string): string =>
  at.endsWith("Z")
    ? new Intl.DateTimeFormat("sv", {
        timeZone: zoneAt(timeZone, Date.parse(at)),
        dateStyle: "short",
        timeStyle: "medium",
      })
        .format(new Date(at))
        .replace(" ", "T")
    : at;

const zonedText = (iso: string, timeZone: string | undefined): string =>
  datedFormat({ ...PARTS, timeZone })(new Date(iso));

/** A local time with its weekday, in this zone; in the browser's zone when the name is not a time zone. */
export function plannedText(iso: string, timeZone: string): string {
  try {
    return zonedText(iso, timeZone);
  } catch {
    return zonedText(iso, undefined);
  }
}

type Planned = Pick<ScheduleBody, "when" | "time_zone">;

/** Why the local time of a planned run differs from the wanted one (daylight saving); null if it does not. */
export function shiftText({ when, time_zone }: Planned, iso: string): string | null {
  const time = timeOf(when);
  try {
    if (time === null || localOf(iso, time_zone).slice(11, 16) === time) return null;
  } catch {
    return null;
  }
  return `clocks skip ${timeOfDayText(time)} that day`;
}

function timeOf({ cron = "", at = "Z" }: ScheduleBody["when"]): string | null {
  if (!at.endsWith("Z")) return at.slice(11, 16);
  const [, minute = "", hour = ""] = /^(\d+)\s+(\d+)\s/.exec(cron) ?? [];
  return minute === "" ? null : `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
}

export function nextText(schedule: Pick<Schedule, "enabled" | "next_at" | "when" | "time_zone">): string {
  const { enabled, next_at: at, time_zone } = schedule;
  if (!enabled) return "Paused";
  if (!at) return "Not any more";
  const shift = shiftText(schedule, at);
  return shift ? `${plannedText(at, time_zone)} (${shift})` : plannedText(at, time_zone);
}

const WORDS: Record<ScheduleRun["outcome"], string> = {
  taken: "Taken",
  accepted: "Sent, not proven",
  not_connected: "Not connected",
  missed: "Missed",
  superseded: "Superseded",
  failed: "Failed",
};
/** Milliseconds. A shorter delay is not shown. */
const LATE = 2_000;

const late = (from: string, to: string | null): string | null => {
  const by = to === null ? 0 : Date.parse(to) - Date.parse(from);
  return by > LATE ? durationText(by) : null;
};

export function outcomeText({ planned_at, count, ran_at, taken_at, outcome }: ScheduleRun): string {
  const ran = late(planned_at, ran_at);
  const taken = ran_at && late(ran_at, taken_at);
  const times = count > 1 && `${count.toLocaleString("en")} times`;
  return [WORDS[outcome], times, taken && `after ${taken}`, ran && `ran ${ran} late`]
    .filter(Boolean)
    .join(", ");
}
