/** Dates and times: US English, short month, 12-hour time, in the browser's time zone. */

type Parts = Intl.DateTimeFormatOptions;

const TIME: Parts = { hour: "numeric", minute: "2-digit" };
const SECONDS: Parts = { ...TIME, second: "2-digit" };
const DATE: Parts = { month: "short", day: "numeric" };

const formatOf = (parts: Parts) => new Intl.DateTimeFormat("en-US", parts);

/** Adds the year to dates of other years. */
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
/** The time with seconds, from milliseconds since 1970. */
export const clockText = (at: number): string => CLOCK.format(at);
