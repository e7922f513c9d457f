export const HOURS = 24;
const HOUR_MS = 3_600_000;

/** The beginning of the first hour that is shown. Hours begin when they do on the clocks of the place. */
export function firstHour(now: number): number {
  const hour = new Date(now);
  hour.setMinutes(0, 0, 0);
  return hour.getTime() - (HOURS - 1) * HOUR_MS;
}

export const hoursFrom = (from: number): number[] =>
  Array.from({ length: HOURS }, (_, hour) => from + hour * HOUR_MS);

/** From 0 to 1, by the power of ten: one of a thousand is still to be seen beside it. */
export const barHeight = (count: number, highest: number): number =>
  highest === 0 ? 0 : Math.log1p(count) / Math.log1p(highest);
