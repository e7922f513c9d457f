/** Times of a five-field cron pattern. croner interprets the pattern; `local-time.ts` handles time zones. */

import { Cron } from "croner";
import { putNewest } from "../contract/bounded.ts";
import { localAt, momentOf } from "./local-time.ts";

/** Parsed patterns, shared by schedules. */
const patterns = new Map<string, Cron>();
const MOST_PATTERNS = 1000;

/** Missed times are counted over at most this many days, which bounds the cost of a long absence. */
const MOST_DAYS = 366;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface PlannedTimes {
  count: number;
  /** Milliseconds since 1970. */
  last: number;
}

/** croner also accepts nicknames, `?` and Quartz extensions, which are not cron. */
const FIELD = /^[0-9A-Za-z*,/-]+$/;
const NAMES = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)$/i;

const isPlain = (pattern: string): boolean =>
  pattern.split(" ").every((field) => FIELD.test(field)) &&
  (pattern.match(/[A-Za-z]+/g) ?? []).every((word) => NAMES.test(word));

/** Throws for an invalid pattern. The pattern counts in a calendar without time zones. */
function patternOf(cron: string): Cron {
  const known = patterns.get(cron);
  if (known !== undefined) return known;
  if (!isPlain(cron)) throw new TypeError(`no cron pattern: ${cron}`);
  const pattern = new Cron(cron, { mode: "5-part", utcOffset: 0, paused: true });
  putNewest(patterns, cron, pattern, MOST_PATTERNS);
  return pattern;
}

export const tidyCron = (cron: string): string => cron.trim().split(/\s+/).join(" ");

export function isCron(cron: string): boolean {
  try {
    patternOf(cron);
    return true;
  } catch {
    return false;
  }
}

const RANGES = [
  ["minute", 0, 59],
  ["hour", 0, 23],
  ["day of the month", 1, 31],
  ["month", 1, 12],
  ["day of the week", 0, 7],
] as const;

/** Returns the first wrong field and why: `minute: 61 is not 0 to 59`. Null when each field is valid. */
export function wrongCronField(cron: string): string | null {
  const fields = cron.split(" ");
  if (fields.length !== RANGES.length) return null;
  for (const [index, [name, least, most]] of RANGES.entries()) {
    const field = fields[index] ?? "";
    if (isCron(RANGES.map((_, other) => (other === index ? field : "*")).join(" "))) continue;
    const outside = field
      .match(/(?<!\/)\b\d+\b/g)
      ?.find((number) => Number(number) < least || Number(number) > most);
    return `${name}: ${outside ?? field} is not ${outside ? `${least} to ${most}` : "valid"}`;
  }
  return null;
}

/** Returns the first time after this moment; null without one. */
export function nextByCron(cron: string, timeZone: string, after: number): number | null {
  const pattern = patternOf(cron);
  let local: Date | null = new Date(localAt(after, timeZone));
  // in the hour that clocks repeat, each time counts once: the second hour is skipped
  for (;;) {
    local = pattern.nextRun(local);
    if (local === null) return null;
    const moment = momentOf(local.getTime(), timeZone);
    if (moment > after) return moment;
  }
}

/**
 * Returns how far clocks went past the local time of a planned run, in milliseconds: `15 2` in a night without that
 * hour runs at 3:00, 45 minutes further on the clock. Of several local times in the gap, it is the last.
 */
export function skippedByCron(cron: string, timeZone: string, plannedAt: number): number {
  const shown = localAt(plannedAt, timeZone);
  const before = localAt(plannedAt - 1, timeZone);
  if (shown - before <= 1) return 0;
  const pattern = patternOf(cron);
  let last = shown;
  for (let local = pattern.nextRun(new Date(before)); local !== null && local.getTime() <= shown; ) {
    last = local.getTime();
    local = pattern.nextRun(local);
  }
  return shown - last;
}

/** Returns the times of the pattern in the first `length` milliseconds of a day that it allows. */
function timesWithin(cron: string, length: number): number[] {
  const times: number[] = [];
  const pattern = patternOf(cron);
  let at = pattern.nextRun(new Date(DAY - 1000));
  for (; at !== null && at.getTime() < DAY + length; at = pattern.nextRun(at)) times.push(at.getTime() - DAY);
  return times;
}

/**
 * Counts the planned times from `from`, which is one, to `until`. Whole days are counted at once: a step of croner
 * takes 30 µs, and a day has up to 1,440 times. Local times that clocks skip are counted, too.
 */
export function timesByCron(cron: string, timeZone: string, from: number, until: number): PlannedTimes {
  const [first, end] = [localAt(from, timeZone), localAt(until, timeZone)];
  const [minute, hour, ...date] = cron.split(" ");
  const minutes = timesWithin(`${minute} * * * *`, HOUR);
  const times = timesWithin(`0 ${hour} * * *`, DAY).flatMap((at) => minutes.map((more) => at + more));
  const days = patternOf(`0 0 ${date.join(" ")}`);
  const start = Math.floor(Math.max(first, end - MOST_DAYS * DAY) / DAY) * DAY;
  let [count, last] = [0, first];
  let day = days.nextRun(new Date(start - 1000));
  for (; day !== null && day.getTime() <= end; day = days.nextRun(day)) {
    const midnight = day.getTime();
    const isWhole = midnight >= first && midnight + DAY <= end;
    const own = isWhole ? times : times.filter((at) => midnight + at >= first && midnight + at <= end);
    count += own.length;
    last = midnight + (own.at(-1) ?? last - midnight);
  }
  // in the repeated hour `until` may show an earlier local time than `from`
  return count === 0 ? { count: 1, last: from } : { count, last: momentOf(last, timeZone) };
}
