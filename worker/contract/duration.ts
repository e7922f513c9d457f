/**
 * ISO 8601 durations. Weeks are seven days, and may stand beside other units. The last number may have a fraction, after
 * a point or a comma. Years and months have a length only from a given moment.
 */

const NUMBER = "(\\d{1,9}(?:[.,]\\d{1,9})?)";
const unit = (letter: string): string => `(?:${NUMBER}${letter})?`;
const DATE = ["Y", "M", "W", "D"].map(unit).join("");
const TIME = ["H", "M", "S"].map(unit).join("");
const DURATION = new RegExp(`^([+-])?P${DATE}(?:T(?=.)${TIME})?$`);

const DAY = 86_400;
/** Seconds of weeks, days, hours, minutes and seconds. */
const SECONDS = [7 * DAY, DAY, 3600, 60, 1];

export interface Duration {
  sign: 1 | -1;
  /** Whole or not; 0 without years and months. */
  months: number;
  /** Of the units with a fixed length; to the millisecond. */
  seconds: number;
}

/** Null for anything else. */
export function parseDuration(text: string): Duration | null {
  const [, sign, ...parts] = DURATION.exec(text.trim().toUpperCase()) ?? [];
  const given = parts.filter((part) => part !== undefined);
  if (given.length === 0 || given.slice(0, -1).some((part) => /[.,]/.test(part))) return null;
  const [years = 0, months = 0, ...fixed] = parts.map((part = "0") => Number(part.replace(",", ".")));
  const seconds = fixed.reduce((sum, count, at) => sum + count * (SECONDS[at] ?? 0), 0);
  return {
    sign: sign === "-" ? -1 : 1,
    months: years * 12 + months,
    seconds: Math.round(seconds * 1000) / 1000,
  };
}

/** Seconds; null for years and months, and for anything that is no duration. */
export function secondsOf(text: string): number | null {
  const duration = parseDuration(text);
  if (duration === null || duration.months !== 0) return null;
  return duration.seconds === 0 ? 0 : duration.sign * duration.seconds;
}

/** The same day of a later month in UTC, or the last day of a shorter one. Milliseconds since 1970. */
function addMonths(from: number, months: number): number {
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const next = new Date(date);
  next.setUTCMonth(next.getUTCMonth() + 1);
  date.setUTCDate(Math.min(day, Math.round((next.setUTCDate(1) - date.getTime()) / (DAY * 1000))));
  return date.getTime();
}

/** The end of a duration that begins at `from`; NaN beyond the calendar. Milliseconds since 1970. */
export function endOfDuration({ sign, months, seconds }: Duration, from: number): number {
  const whole = Math.floor(months);
  const start = addMonths(from, sign * whole);
  // a part of a month is that part of the month in question
  const part = months === whole ? 0 : (months - whole) * (addMonths(from, sign * (whole + 1)) - start);
  return Math.round(start + part + sign * seconds * 1000);
}

export function durationOf(seconds: number): string {
  const all = Math.abs(seconds);
  const parts = [
    [Math.floor(all / 3600), "H"],
    [Math.floor(all / 60) % 60, "M"],
    [Math.round((all % 60) * 1000) / 1000, "S"],
  ] as const;
  const text = parts.map(([count, unit]) => (count === 0 ? "" : `${count}${unit}`)).join("");
  return `${seconds < 0 ? "-" : ""}PT${text || "0S"}`;
}
