/** The planned times of a schedule, whatever its timing. */

import { getTimes } from "suncalc";
import type { Coordinates, PlannedTiming, SunTiming } from "../contract/schedule.ts";
import { nextByCron, type PlannedTimes, skippedByCron, timesByCron } from "./calendar.ts";
import { localAt } from "./local-time.ts";

// Sunrise and sunset by suncalc, for each solar day of a place.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Days to search: the sun rises and sets at every place within a year, and on each weekday unless a pole is near. */
const A_YEAR = 366;

/** Midday at the place, `day` days after 1970. */
const noonOf = (day: number, { lon }: Coordinates): number => day * DAY + 12 * HOUR - (lon / 15) * HOUR;

/**
 * Returns the first time after this moment, `offset` seconds from the sun's event on one of the days, to the second;
 * null without one in a year.
 */
function nextBySun(
  { sun, offset, days }: SunTiming,
  timeZone: string,
  place: Coordinates,
  after: number,
): number | null {
  const first = Math.floor((after - offset * 1000) / DAY) - 1;
  for (let day = first; day <= first + A_YEAR; day++) {
    const at = getTimes(new Date(noonOf(day, place)), place.lat, place.lon)[sun];
    if (at === null) continue;
    const event = Math.floor(at.getTime() / 1000) * 1000;
    const moment = event + offset * 1000;
    if (moment <= after) continue;
    if (days === undefined || days.includes(new Date(localAt(event, timeZone)).getUTCDay())) return moment;
  }
  return null;
}

/** Returns the first planned time after this moment, or null. Milliseconds since 1970. */
export function nextPlanned({ timing, timeZone, place }: PlannedTiming, after: number): number | null {
  if ("at" in timing) return timing.at > after ? timing.at : null;
  if ("cron" in timing) return nextByCron(timing.cron, timeZone, after);
  return place === null ? null : nextBySun(timing, timeZone, place, after);
}

/** A planned time, and by how much clocks skipped its local time. Milliseconds. */
export interface NextRun {
  at: number;
  skipped: number;
}

export function nextRunAfter(plan: PlannedTiming, after: number): NextRun | null {
  const at = nextPlanned(plan, after);
  return at === null ? null : { at, skipped: skippedAt(plan, at) };
}

function skippedAt({ timing, timeZone }: PlannedTiming, at: number): number {
  if ("at" in timing) return timing.skipped ?? 0;
  return "cron" in timing ? skippedByCron(timing.cron, timeZone, at) : 0;
}

export function plannedAfter(plan: PlannedTiming, after: number, count: number): number[] {
  const found: number[] = [];
  let at = nextPlanned(plan, after);
  while (at !== null && found.length < count) {
    found.push(at);
    at = nextPlanned(plan, at);
  }
  return found;
}

/** Returns the last planned time from `from`, which is one, to `until`, and at least how many there are. */
export function plannedTimes(plan: PlannedTiming, from: number, until: number): PlannedTimes {
  const { timing, timeZone } = plan;
  if ("cron" in timing) return timesByCron(timing.cron, timeZone, from, until);
  let [count, last] = [1, from];
  let next = nextPlanned(plan, from);
  for (; next !== null && next <= until; next = nextPlanned(plan, last)) {
    last = next;
    count++;
  }
  return { count, last };
}
