/** Moments as people read them: US English, short month, day, 12-hour time, in the time zone of the browser. */

const MOMENT = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
});
const WITH_SECONDS = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  hour12: true,
});
const CLOCK = new Intl.DateTimeFormat("en-US", {
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  hour12: true,
});
const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });

const shown = (format: Intl.DateTimeFormat, iso: string): string => {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? "" : format.format(at);
};

export const momentText = (iso: string): string => shown(MOMENT, iso);
export const preciseMomentText = (iso: string): string => shown(WITH_SECONDS, iso);
export const dayText = (iso: string): string => shown(DAY, iso);
/** The time of day to the second, of milliseconds since 1970. */
export const clockText = (at: number): string => CLOCK.format(at);
