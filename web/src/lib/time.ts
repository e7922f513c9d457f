/**
 * Dates and times: US English, short month, 12-hour time, in the browser's time zone; or with the clock and the zone
 * that the person chose.
 */

import { zoneAt } from "../../../broker/contract/zone-changes.ts";

/** How the person wants times shown; without a zone in the browser's. */
interface TimeSettings {
  /** IANA name. */
  time_zone: string | null;
  clock: "12" | "24";
}

let settings: TimeSettings = { time_zone: null, clock: "12" };

export function setTimeSettings(next: TimeSettings): void {
  settings = next;
}

type Parts = Intl.DateTimeFormatOptions;

const TIME: Parts = { hour: "numeric", minute: "2-digit" };
const SECONDS: Parts = { ...TIME, second: "2-digit" };
const DATE: Parts = { month: "short", day: "numeric" };
const YEAR: Parts = { year: "numeric" };

/** Formatters are expensive: each is made once. */
const formats = new Map<string, Intl.DateTimeFormat>();
const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function formatOf(parts: Parts, at: number): Intl.DateTimeFormat {
  const options: Parts = {
    ...parts,
    hourCycle: settings.clock === "24" ? "h23" : "h12",
    timeZone: zoneAt(parts.timeZone ?? settings.time_zone ?? browserZone(), at),
  };
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-US", options);
  formats.set(key, format);
  return format;
}

/** The settings are read with every call, so that a change is seen. */
export const timeFormat =
  (parts: Parts) =>
  (at: Date | number): string =>
    formatOf(parts, Number(at)).format(at);

/** Adds the year to dates of other years. */
export function datedFormat(parts: Parts): (at: Date) => string {
  const year = timeFormat({ timeZone: parts.timeZone, ...YEAR });
  const [near, far] = [timeFormat({ ...parts, ...DATE }), timeFormat({ ...parts, ...DATE, ...YEAR })];
  return (at) => (year(at) === year(new Date()) ? near : far)(at);
}

const shown = (format: (at: Date) => string) => (iso: string) => {
  const at = new Date(iso);
  return Number.isNaN(+at) ? "" : format(at);
};

export const momentText = shown(datedFormat(TIME));
export const preciseMomentText = shown(datedFormat(SECONDS));
/** The time with seconds, from milliseconds since 1970. */
export const clockText = timeFormat(SECONDS);

export type Clock = TimeSettings["clock"];

/** A time of day without a date: `18:30` as the person's clock shows it. */
export function timeOfDayText(time: string, clock: Clock = settings.clock): string {
  if (clock === "24") return time;
  const [hour = 0, minute = ""] = [Number(time.slice(0, 2)), time.slice(3)];
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}
