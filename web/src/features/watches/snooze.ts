const HOUR_MS = 3_600_000;
const MORNING = 8;

export const inAnHour = (now: Date): Date => new Date(now.getTime() + HOUR_MS);

/** Tomorrow at 8:00, local time. */
export function tomorrowMorning(now: Date): Date {
  const at = new Date(now);
  at.setDate(at.getDate() + 1);
  at.setHours(MORNING, 0, 0, 0);
  return at;
}

/** A moment that has passed ends a snooze. */
export const ENDED = new Date(0);
