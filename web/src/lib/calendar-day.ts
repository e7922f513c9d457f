/** A calendar day, `YYYY-MM-DD`, in the browser's time zone. */

export type CalendarDay = string;

const two = (n: number): string => String(n).padStart(2, "0");

export const calendarDay = (at: Date): CalendarDay =>
  `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** The first moment of the day, or null for a day that does not exist. */
export function startOfDay(day: CalendarDay): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!parts) return null;
  const at = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]));
  return calendarDay(at) === day ? at : null;
}

/** Adds days by the calendar, because a day can have 23 or 25 hours. */
export function addDays(day: CalendarDay, count: number): CalendarDay {
  const at = startOfDay(day) ?? new Date();
  return calendarDay(new Date(at.getFullYear(), at.getMonth(), at.getDate() + count));
}
