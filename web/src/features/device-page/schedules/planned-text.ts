import { datedFormat } from "../../../lib/time.ts";
import { isDaily, localOf, type ScheduleDraft } from "./draft.ts";

const PARTS = {
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
  weekday: "short",
  timeZoneName: "short",
} as const;

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

/** Why the local time of a planned run differs from the draft (daylight saving); null if it does not. */
export function shiftText(draft: ScheduleDraft, iso: string): string | null {
  const time = timeOf(draft);
  try {
    if (time === null || localOf(iso, draft.timeZone).slice(11, 16) === time) return null;
  } catch {
    return null;
  }
  return `clocks skip ${time} that day`;
}

function timeOf(draft: ScheduleDraft): string | null {
  if (isDaily(draft)) return draft.time.slice(0, 5);
  if (draft.rhythm === "once") return draft.moment.slice(11, 16);
  const [, minute = "", hour = ""] = (draft.rhythm === "cron" && /^(\d+)\s+(\d+)\s/.exec(draft.cron)) || [];
  return minute === "" ? null : `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
}
