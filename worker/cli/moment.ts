/** PURE. Times as people write them. */

import { InvalidArgumentError } from "commander";
import { readMoment } from "../../broker/contract/moment.ts";
import { isTimeZone, localAt, momentOf as zonedMoment } from "../../broker/schedules/local-time.ts";
import type { LastValue } from "../contract/series.ts";

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** `2h` is two hours ago; otherwise a date, in the time zone of this machine unless it names one. Returns ISO 8601. */
export function momentOf(text: string, now: number): string {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const at =
    count === undefined
      ? writtenMoment(text)
      : now - Number(count) * 1000 * SECONDS[unit as keyof typeof SECONDS];
  if (at === null) throw new InvalidArgumentError(`Write it like 2h, 7d, 2026-03-01 or 2026-03-01T08:00.`);
  return new Date(at).toISOString();
}

/** A space may stand for `T`, as in what the commands print. */
function writtenMoment(text: string): number | null {
  const moment = readMoment(text.replace(" ", "T"));
  if (moment === null) return null;
  const { local, offset } = moment;
  return offset === null ? zonedMoment(local, machineZone()) : local - offset;
}

/** UTC where the machine's zone has no name. */
function machineZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : "UTC";
}

/** `2026-03-01 08:00:00`, in the time zone of this machine. */
export const localTime = (at: string): string =>
  new Date(localAt(Date.parse(at), machineZone())).toISOString().slice(0, 19).replace("T", " ");

export function countOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It is a whole number above 0.");
  return Number(text);
}

// PURE. Times and values in words.

const UNITS = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
] as const;

/** `at`: ISO 8601. `now`: milliseconds since 1970. */
export function ageOf(at: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  const [size, unit] = UNITS.find(([each]) => seconds >= each) ?? [1, "s"];
  return `${Math.floor(seconds / size)} ${unit} ago`;
}

export const valueText = ({ key, name, value, unit }: LastValue): string =>
  `${name ?? key} ${value}${unit === null ? "" : ` ${unit}`}`;
