/** Dates by the person's time zone, for scales and fields. */

import { timeFormat } from "./time.ts";

const WHOLE = timeFormat({
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});

/** A date whose own hours and days are those of the moment in the person's zone, to the second. */
export const zonedDate = (at: number): Date =>
  // Newer locale data has a narrow space before PM, which not every browser reads.
  new Date(WHOLE(at).replace("\u202f", " "));

/** Not every zone is full hours away from UTC. */
export const startOfHour = (at: number): number => at - zonedDate(at).getMinutes() * 60_000 - (at % 60_000);

/** The inverse: the moment at which a clock in the person's zone shows the hours and days of this date. */
export function momentOf(local: number): number {
  if (Number.isNaN(local)) return local;
  const ahead = (at: number) => +zonedDate(at) - (at - (at % 1_000));
  return local - ahead(local - ahead(local));
}

const HOUR = timeFormat({ hour: "numeric" });

/** A full hour: `3 PM` or `15:00`. */
export const hourText = (at: number): string => HOUR(at).replace(/\d$/, "$&:00");
