/** PURE. Days, weeks and months by the clocks of a time zone. A week begins on Monday. */

import type { Period } from "../contract/resolution.ts";
import { localAt, momentOf } from "./local-time.ts";

const DAY = 86_400_000;
/** 1 January 1970 was a Thursday. */
const FIRST_MONDAY = 4 * DAY;

/** Local times as the milliseconds that they would have in UTC. */
const LOCAL: Record<Period, { startOf(local: number): number; after(start: number): number }> = {
  day: {
    startOf: (local) => Math.floor(local / DAY) * DAY,
    after: (start) => start + DAY,
  },
  week: {
    startOf: (local) => Math.floor((local - FIRST_MONDAY) / (7 * DAY)) * 7 * DAY + FIRST_MONDAY,
    after: (start) => start + 7 * DAY,
  },
  month: {
    startOf: (local) => monthOf(local, 0),
    after: (start) => monthOf(start, 1),
  },
};

function monthOf(local: number, more: number): number {
  const date = new Date(local);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + more, 1);
}

export interface Buckets {
  /** The beginning of the bucket that has this moment, and of the next one. Milliseconds since 1970. */
  startOf(moment: number): number;
  after(start: number): number;
}

/** Where clocks skip midnight, a day begins with the first minute that they show. */
export function periodsOf(period: Period, timeZone: string): Buckets {
  const { startOf, after } = LOCAL[period];
  return {
    startOf: (moment) => momentOf(startOf(localAt(moment, timeZone)), timeZone),
    // from within the bucket: its first minute may be the second hour of the day
    after: (start) => momentOf(after(startOf(localAt(start, timeZone))), timeZone),
  };
}
