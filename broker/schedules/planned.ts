/** The planned times of a schedule, one after the other. */

import type { Plan } from "../contract/schedule.ts";
import { nextByCron } from "./calendar.ts";
import { nextBySun } from "./sun.ts";

/** The first one after this moment; null where there is none. Milliseconds since 1970. */
export function nextPlanned({ timing, timeZone, place }: Plan, after: number): number | null {
  if ("at" in timing) return timing.at > after ? timing.at : null;
  if ("cron" in timing) return nextByCron(timing.cron, timeZone, after);
  return place === null ? null : nextBySun(timing.sun, timing.offset, place, after);
}

/** So many of them, as far as there are. */
export function plannedAfter(plan: Plan, after: number, count: number): number[] {
  const found: number[] = [];
  let at = nextPlanned(plan, after);
  while (at !== null && found.length < count) {
    found.push(at);
    at = nextPlanned(plan, at);
  }
  return found;
}
