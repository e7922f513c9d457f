/** Moments as people read them: US English, short month, day, 12-hour time, in the time zone of the browser. */

type Format = (at: Date) => string;

const formatOf = (parts: Intl.DateTimeFormatOptions): Format => {
  const format = new Intl.DateTimeFormat("en-US", parts);
  return (at) => format.format(at);
};

const DATE = { month: "short", day: "numeric" } as const;
const TIME = { hour: "numeric", minute: "2-digit", hour12: true } as const;
const YEAR = { year: "numeric" } as const;

/** Dates of another year than today's have the year. */
function datedFormat(parts: Intl.DateTimeFormatOptions): Format {
  const [near, far] = [formatOf(parts), formatOf({ ...parts, ...YEAR })];
  return (at) => (at.getFullYear() === new Date().getFullYear() ? near : far)(at);
}

const MOMENT = datedFormat({ ...DATE, ...TIME });
const WITH_SECONDS = datedFormat({ ...DATE, ...TIME, second: "2-digit" });
const CLOCK = formatOf({ ...TIME, second: "2-digit" });
const DAY = formatOf({ ...DATE, ...YEAR });

const shown = (format: Format, iso: string): string => {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? "" : format(at);
};

export const momentText = (iso: string): string => shown(MOMENT, iso);
export const preciseMomentText = (iso: string): string => shown(WITH_SECONDS, iso);
export const dayText = (iso: string): string => shown(DAY, iso);
/** The time of day to the second, of milliseconds since 1970. */
export const clockText = (at: number): string => CLOCK(new Date(at));
/** With its day of the week, as clocks of that zone show it; throws where there is no such zone. */
export const zonedText = (iso: string, timeZone: string | undefined): string =>
  datedFormat({ weekday: "short", ...DATE, ...TIME, timeZoneName: "short", timeZone })(new Date(iso));
