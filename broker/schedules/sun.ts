/** Sunrise and sunset by suncalc, for each solar day of a place. */

import { getTimes } from "suncalc";
import type { Coordinates, SunTiming } from "../contract/schedule.ts";
import { localAt } from "./local-time.ts";

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
export function nextBySun(
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
