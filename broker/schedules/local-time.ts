/**
 * Local times of a time zone, by `Intl` and a table of newer rules. A local time is represented by the milliseconds that it would have in UTC, so
 * that a calendar without time zones can count with it.
 */

import { putNewest } from "../contract/bounded.ts";
import { zoneAt } from "../contract/zone-changes.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
/** By canonical zone name; cached, because a format takes tens of kilobytes. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const MAX_CLOCKS = 100;
/** Canonical names by lower-case names: names are case-insensitive, and zones have aliases. */
const canonical = new Map<string, string>();
const MAX_NAMES = 1000;

/** Throws a RangeError for an unknown zone. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const name = timeZone.toLowerCase();
  const known = clocks.get(canonical.get(name) ?? "");
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat("en-u-ca-iso8601-hc-h23", {
    timeZone,
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const zone = clock.resolvedOptions().timeZone;
  putNewest(canonical, name, zone, MAX_NAMES);
  const same = clocks.get(zone);
  if (same !== undefined) return same;
  putNewest(clocks, zone, clock, MAX_CLOCKS);
  return clock;
}

/** IANA names only: `Intl` also accepts `+01:00`. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

export function localAt(moment: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of clockOf(zoneAt(timeZone, moment)).formatToParts(moment))
    parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((moment % 1000) + 1000) % 1000);
}

/**
 * Returns the moment at which clocks first show this local time. A skipped time becomes the next minute that clocks
 * show; a repeated one is its first occurrence.
 */
export function momentOf(local: number, timeZone: string): number {
  const offset = (moment: number): number => localAt(moment, timeZone) - moment;
  // if clocks change near this time, the change lies between these two
  const [before, after] = [local - offset(local - DAY), local - offset(local + DAY)];
  for (const moment of [Math.min(before, after), Math.max(before, after)]) {
    if (localAt(moment, timeZone) === local) return moment;
  }
  return firstShown(local, Math.min(before, after), Math.max(before, after), timeZone);
}

/** Returns the first minute after `early`, up to `late`, at which clocks show this time or a later one. */
function firstShown(local: number, early: number, late: number, timeZone: string): number {
  let [from, to] = [Math.floor(early / MINUTE), Math.ceil(late / MINUTE)];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (localAt(middle * MINUTE, timeZone) >= local) to = middle;
    else from = middle;
  }
  return to * MINUTE;
}
