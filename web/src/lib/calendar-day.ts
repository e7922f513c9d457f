/** A day of the calendar, `YYYY-MM-DD`, in the time zone of the browser. */

export type CalendarDay = string;

const two = (n: number): string => String(n).padStart(2, "0");

export const calendarDay = (at: Date): CalendarDay =>
  `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** The first moment of the day, or null when there is no such day. */
export function startOfDay(day: CalendarDay): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!parts) return null;
  const at = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]));
  return calendarDay(at) === day ? at : null;
}

/** Days are not always 24 hours long, so the calendar counts, not the clock. */
export function addDays(day: CalendarDay, count: number): CalendarDay {
  const at = startOfDay(day) ?? new Date();
  return calendarDay(new Date(at.getFullYear(), at.getMonth(), at.getDate() + count));
}

/** The same day of another month, or that month's last day. */
export function addMonths(day: CalendarDay, count: number): CalendarDay {
  const at = startOfDay(day) ?? new Date();
  const last = new Date(at.getFullYear(), at.getMonth() + count + 1, 0).getDate();
  return calendarDay(new Date(at.getFullYear(), at.getMonth() + count, Math.min(at.getDate(), last)));
}

/** The weeks that show a month, Sunday first, filled with the days around it. */
export function weeksOfMonth(day: CalendarDay): CalendarDay[][] {
  const at = startOfDay(day) ?? new Date();
  const first = new Date(at.getFullYear(), at.getMonth(), 1);
  const days = new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate();
  const weeks = Math.ceil((first.getDay() + days) / 7);
  const sunday = addDays(calendarDay(first), -first.getDay());
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(sunday, week * 7 + weekday)),
  );
}
