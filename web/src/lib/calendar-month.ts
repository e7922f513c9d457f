import { addDays, type CalendarDay, calendarDay, startOfDay } from "./calendar-day.ts";

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
