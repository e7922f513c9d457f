/** The planned times of a schedule, whatever its timing. */

import type { PlannedTiming } from "../contract/schedule.ts";
import { nextByCron, type PlannedTimes, timesByCron } from "./calendar.ts";
import { nextBySun } from "./sun.ts";

/** Returns the first planned time after this moment, or null. Milliseconds since 1970. */
export function nextPlanned({ timing, timeZone, place }: PlannedTiming, after: number): number | null {
  if ("at" in timing) return timing.at > after ? timing.at : null;
  if ("cron" in timing) return nextByCron(timing.cron, timeZone, after);
  return place === null ? null : nextBySun(timing, timeZone, place, after);
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
