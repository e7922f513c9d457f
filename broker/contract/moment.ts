/** Reads moments that people and programs write. `Date.parse` would move 30 February into March. */

export interface WrittenMoment {
  /** What clocks show, as the milliseconds that it would have in UTC. */
  local: number;
  /** Milliseconds ahead of UTC; null when the text names no zone. */
  offset: number | null;
  hasTime: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `2027-03-01`, `2027-03-01T08:00`, `2027-03-01T08:00:00.123456789+01:00`. */
const EXTENDED = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** ISO 8601, extended form. Null for any other text, and for a moment that does not exist, such as 30 February. */
export function readMoment(text: string): WrittenMoment | null {
  const parts = EXTENDED.exec(text);
  return parts && momentOfParts(parts);
}

/** Returns milliseconds since 1970. A text without a zone is UTC; null for none. */
export function utcMoment(text: string): number | null {
  const moment = readMoment(text);
  return moment && moment.local - (moment.offset ?? 0);
}

/** `parts`: year, month, day, hour, minute, second, fraction, zone. */
function momentOfParts([, year, month, day, hour, ...rest]: readonly (string | undefined)[]) {
  const [minute = "0", second = "0", fraction = "", zone] = rest;
  const local = timeOfDay(dayOf(Number(year), Number(month), Number(day)), {
    hour: Number(hour ?? 0),
    minute: Number(minute),
    ms: Number(second) * 1000 + Number(fraction.slice(0, 3).padEnd(3, "0")),
  });
  const offset = zone === undefined ? null : offsetOf(zone);
  if (Number.isNaN(local) || Number.isNaN(offset)) return null;
  return { local, offset, hasTime: hour !== undefined } satisfies WrittenMoment;
}

/** NaN for a day that is in no calendar. */
function dayOf(year: number, month: number, day: number): number {
  const date = new Date(0);
  // not Date.UTC, for which the year 27 is 1927
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : Number.NaN;
}

/** 24:00 is the end of a day (ISO 8601-1, 2022). NaN for 24:01, 7:60 and leap seconds, which no clock here counts. */
function timeOfDay(day: number, { hour, minute, ms }: { hour: number; minute: number; ms: number }): number {
  const time = hour * HOUR + minute * MINUTE + ms;
  return time > DAY || minute > 59 || ms >= MINUTE ? Number.NaN : day + time;
}

/** `Z`, `+01:00`, `-0500`, `+00`. NaN for an offset of a day or more. */
function offsetOf(zone: string): number {
  const [, sign = "+", hours = "00", minutes = "00"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59) return Number.NaN;
  const offset = Number(hours) * HOUR + Number(minutes) * MINUTE;
  return sign === "-" ? -offset : offset;
}

// Times that boards and network servers write into their messages.

/**
 * The extended and the basic form, with `T` or a space, with a point or a comma before the fraction. The zone is
 * required: a board's local time would be hours off.
 */
const MACHINE =
  /^(\d{4})(-?)(\d\d)\2(\d\d)[T ](\d\d)(?:(:?)(\d\d)(?:\6(\d\d)(?:[.,](\d{1,12}))?)?) ?(Z|[+-]\d\d(?::?\d\d)?)$/i;
const NUMBER = /^(\d{1,20})(?:\.\d{1,12})?$/;

/** The first numbers that are milliseconds, microseconds and nanoseconds since 1970; in smaller units they are far off. */
const [FIRST_MILLISECONDS, FIRST_MICROSECONDS, FIRST_NANOSECONDS] = [1e11, 1e14, 1e17];

/** Milliseconds since 1970; null for a value that is no time. */
export function machineMoment(value: unknown): number | null {
  if (typeof value === "number") return sinceEpoch(value);
  if (typeof value !== "string") return null;
  const text = value.trim();
  if (NUMBER.test(text)) return sinceEpoch(Number(text));
  const [, year, , month, day, hour, , minute, second, fraction, zone] = MACHINE.exec(text) ?? [];
  if (zone === undefined) return null;
  const parts = [text, year, month, day, hour, minute, second, fraction, zone.toUpperCase()];
  const moment = momentOfParts(parts);
  return moment && moment.local - (moment.offset ?? 0);
}

/**
 * A double holds nanoseconds of today in steps of 256, and a sum of seconds ends a little below its millisecond: so
 * the nearest microsecond is taken first, and only what a clock counted below a millisecond is cut.
 */
function sinceEpoch(value: number): number | null {
  if (!(value >= 0 && value < 8.64e21)) return null;
  return Math.floor(Math.round(microsecondsOf(value)) / 1000);
}

function microsecondsOf(value: number): number {
  if (value < FIRST_MILLISECONDS) return value * 1e6;
  if (value < FIRST_MICROSECONDS) return value * 1000;
  return value < FIRST_NANOSECONDS ? value : value / 1000;
}
