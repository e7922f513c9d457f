import { startOfHour } from "../../lib/zoned-date.ts";

export const HOURS = 24;
const HOUR_MS = 3_600_000;

/** The start of the first hour. Hours follow the person's time zone. */
export const firstHour = (now: number): number => startOfHour(now) - (HOURS - 1) * HOUR_MS;

export const hoursFrom = (from: number): number[] =>
  Array.from({ length: HOURS }, (_, hour) => from + hour * HOUR_MS);

/** From 0 to 1 on a logarithmic scale: 1 of 1000 stays visible. */
export const barHeight = (count: number, highest: number): number =>
  highest === 0 ? 0 : Math.log1p(count) / Math.log1p(highest);
