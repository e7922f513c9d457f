/** The form of a guest as a call's body, and what its link means in plain words. Pure. */

import type { RequestOf } from "../../../../worker/contract/api.ts";
import type { Guest } from "../../../../worker/contract/guests.ts";
import type { FormErrors } from "../../api/problem.ts";
import { addDays, type CalendarDay, calendarDay, startOfDay } from "../../lib/calendar-day.ts";
import { datedFormat, momentText } from "../../lib/time.ts";
import { dayEndingAt } from "../../lib/whole-day.ts";
import { isolated } from "../../lib/words.ts";

export const ENDS = [
  ["0", "Tonight"],
  ["7", "In a week"],
  ["30", "In 30 days"],
  ["day", "After a date"],
  ["never", "Never"],
] as const;

export const RIGHTS = [
  ["see", "See them"],
  ["switch", "See and switch them"],
] as const;

export interface GuestDraft {
  name: string;
  devices: readonly string[];
  may: Guest["may"];
  end: (typeof ENDS)[number][0];
  /** The last valid day. */
  day: CalendarDay;
  /** The first valid day; empty: at once. */
  firstDay: CalendarDay;
  /** The owner's words for the guest; empty: none. */
  note: string;
}

export const newDraft = (devices: readonly string[]): GuestDraft => ({
  name: "",
  devices,
  may: "switch",
  end: "7",
  day: "",
  firstDay: "",
  note: "",
});

/** A link ends with a day: its last one is the day before the moment of its end. */
export const draftOf = ({ name, devices, may, starts_at, ends_at, note }: Guest): GuestDraft => ({
  name,
  devices,
  may,
  end: ends_at === null ? "never" : "day",
  day: ends_at === null ? "" : calendarDay(new Date(Date.parse(ends_at) - 1)),
  firstDay: starts_at === null ? "" : calendarDay(new Date(starts_at)),
  note: note ?? "",
});

/** The last valid day; null when it does not end, or for a day that does not exist. */
function lastDay({ end, day }: GuestDraft, now: Date): CalendarDay | null {
  if (end === "never") return null;
  if (end !== "day") return addDays(calendarDay(now), Number(end));
  return startOfDay(day) === null ? null : day;
}

/** Errors that the page finds itself. */
export function mistakesOf(draft: GuestDraft): FormErrors {
  const { devices, end, day, firstDay } = draft;
  return {
    ...(devices.length === 0 && { devices: ["Choose a device."] }),
    ...(end === "day" && startOfDay(day) === null && { ends_at: ["Choose a date."] }),
    ...(firstDay !== "" && startOfDay(firstDay) === null && { starts_at: ["Choose a date."] }),
  };
}

export function bodyOf(draft: GuestDraft, now: Date): RequestOf<"createGuest"> {
  const { name, devices, may, firstDay, note } = draft;
  const last = lastDay(draft, now);
  return {
    name,
    devices: [...devices],
    may,
    starts_at: (firstDay === "" ? null : startOfDay(firstDay)?.toISOString()) ?? null,
    ends_at: (last === null ? null : startOfDay(addDays(last, 1))?.toISOString()) ?? null,
    note: note === "" ? null : note,
  };
}

const dayText = datedFormat({ weekday: "long" });
const MOST_NAMED = 3;

const endingDay = (at: Date) => dayEndingAt(at, calendarDay);

/** "from Saturday, Nov 28", or with the time of a link that begins within a day. */
export const beginText = (iso: string): string => {
  const at = new Date(iso);
  return `from ${endingDay(at) === null ? momentText(iso) : dayText(at)}`;
};

/** "until the end of Saturday, Nov 28", as the owner chose it; "ended …" once it is over. */
export function endText(iso: string, now: Date): string {
  const at = new Date(iso);
  const day = endingDay(at);
  const end = day === null ? momentText(iso) : `the end of ${dayText(day)}`;
  return at > now ? `until ${end}` : `ended ${day === null ? "" : "at "}${end}`;
}

function namesText(names: readonly string[]): string {
  if (names.length > MOST_NAMED) return `${names.length} devices`;
  const all = names.map(isolated);
  const last = all.pop() ?? "";
  return all.length === 0 ? last : `${all.join(", ")} and ${last}`;
}

/** "Anyone with this link can switch Lamp and Fan until Sunday, Nov 29." */
export function sentenceOf(draft: GuestDraft, names: readonly string[], now: Date): string {
  const last = lastDay(draft, now);
  const until = last === null ? null : startOfDay(last);
  const first = startOfDay(draft.firstDay);
  const what = `${draft.may === "switch" ? "switch" : "see"} ${namesText(names)}`;
  const from = first === null ? "" : ` from ${dayText(first)}`;
  const to = until === null ? ", until you end it" : ` until the end of ${dayText(until)}`;
  return `Anyone with this link can ${what}${from}${to}.`;
}
