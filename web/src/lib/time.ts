/** Moments as people read them: US English, short month, day, 12-hour time, in the time zone of the browser. */

type Parts = Intl.DateTimeFormatOptions;

const TIME: Parts = { hour: "numeric", minute: "2-digit" };
const SECONDS: Parts = { ...TIME, second: "2-digit" };
const DATE: Parts = { month: "short", day: "numeric" };

const formatOf = (parts: Parts) => new Intl.DateTimeFormat("en-US", parts);

/** Dates of another year than today's have the year. */
export function datedFormat(parts: Parts): (at: Date) => string {
  const [near, far] = [formatOf({ ...parts, ...DATE }), formatOf({ ...parts, ...DATE, year: "numeric" })];
  return (at) => (at.getFullYear() === new Date().getFullYear() ? near : far).format(at);
}

const shown = (format: (at: Date) => string) => (iso: string) => {
  const at = new Date(iso);
  return Number.isNaN(+at) ? "" : format(at);
};

export const momentText = shown(datedFormat(TIME));
export const preciseMomentText = shown(datedFormat(SECONDS));
const CLOCK = formatOf(SECONDS);
/** The time of day to the second, of milliseconds since 1970. */
export const clockText = (at: number): string => CLOCK.format(at);
