/**
 * The day that ends with a moment, as one of its own moments; null if the moment lies within a day. Somebody who chose
 * the end of Saturday does not read "Sunday, 12:00 AM". `dayOf`: names the calendar day in the zone of the reader. Pure.
 */
export function dayEndingAt(moment: Date, dayOf: (at: Date) => string | number): Date | null {
  const before = new Date(+moment - 1);
  return dayOf(before) === dayOf(moment) ? null : before;
}
