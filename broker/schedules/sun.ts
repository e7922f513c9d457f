/** Sunrise and sunset by suncalc, for each solar day of a place. */

import { getTimes } from "suncalc";
import type { Coordinates, SunTime } from "../contract/schedule.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Days to search: the sun rises and sets at every place within a year. */
const A_YEAR = 366;

/** Midday at the place, `day` days after 1970. */
const noonOf = (day: number, { lon }: Coordinates): number => day * DAY + 12 * HOUR - (lon / 15) * HOUR;

/**
 * Returns the first time after this moment, `offset` seconds from the sun's event, to the second; null without one in a
 * year.
 */
export function nextBySun(sun: SunTime, offset: number, place: Coordinates, after: number): number | null {
  const first = Math.floor((after - offset * 1000) / DAY) - 1;
  for (let day = first; day <= first + A_YEAR; day++) {
    const at = getTimes(new Date(noonOf(day, place)), place.lat, place.lon)[sun];
    if (at === null) continue;
    const moment = Math.floor(at.getTime() / 1000) * 1000 + offset * 1000;
    if (moment > after) return moment;
  }
  return null;
}
