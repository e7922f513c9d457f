/** A calendar day, `YYYY-MM-DD`, in the time zone in which times are shown. */

import { timeFormat } from "./time.ts";

export type CalendarDay = string;

const HOUR_MS = 3_600_000;
/** More than any time zone differs from UTC. */
const FARTHEST_MS = 15 * HOUR_MS;

const written = timeFormat({ year: "numeric", month: "2-digit", day: "2-digit" });

export function calendarDay(at: Date): CalendarDay {
  const [month, day, year = ""] = written(at).split("/");
  return `${year.padStart(4, "0")}-${month}-${day}`;
}

/** The first moment of the day, or null for a day that does not exist. */
export function startOfDay(day: CalendarDay): Date | null {
  const inUtc = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  if (Number.isNaN(inUtc)) return null;
  // A search, because not every day begins at 0:00, and some are skipped.
  let [before, at] = [inUtc - FARTHEST_MS, inUtc + FARTHEST_MS];
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (calendarDay(new Date(middle)) < day) before = middle;
    else at = middle;
  }
  return calendarDay(new Date(at)) === day ? new Date(at) : null;
}

/** Adds days by the calendar, because a day can have 23 or 25 hours. */
export const addDays = (day: CalendarDay, count: number): CalendarDay =>
  new Date(Date.parse(day) + count * 24 * HOUR_MS).toISOString().slice(0, 10);
