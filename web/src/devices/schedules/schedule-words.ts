/** What a schedule does, in words: "Weekdays at 6:30 PM, off". A cron pattern of a rare form stays as it is. */

import { setWords } from "../../../../broker/contract/control-words.ts";
import type { Schedule, ScheduleBody } from "../../../../worker/contract/schedules.ts";
import { once } from "../../lib/once.ts";
import { type Clock, timeFormat, timeOfDayText } from "../../lib/time.ts";
import { numberText, setText } from "../values.ts";
import { localOf } from "./schedule-times.ts";

/** Numbers of cron, 0 is Sunday; in this order on the page. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;
export const WEEKDAYS = [1, 2, 3, 4, 5];
export const WEEKEND = [0, 6];
export const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
export const DAY_NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const SHORT_NAMES = DAY_NAMES.map((name) => name.slice(0, 3));
export const shortDay = (day: number): string => SHORT_NAMES[day] ?? "";

const dayOf = (text: string): number => {
  const named = SHORT_NAMES.findIndex((name) => name.toLowerCase() === text.toLowerCase());
  return named >= 0 ? named : /^[0-7]$/.test(text) ? Number(text) : Number.NaN;
};

/** Returns the days of a cron pattern's last field, in order; null for another form. */
export function daysOf(field: string): number[] | null {
  if (field === "*") return EVERY_DAY;
  const days = new Set<number>();
  for (const part of field.split(",")) {
    const [first = Number.NaN, last = first, ...more] = part.split("-").map(dayOf);
    if (!(first <= last) || more.length > 0) return null;
    for (let day = first; day <= last; day++) days.add(day % EVERY_DAY.length);
  }
  return [...days].sort();
}

/** The reverse: the last field of a cron pattern. */
export function fieldOf(days: readonly number[]): string {
  if (days.length === EVERY_DAY.length) return "*";
  return String(days) === String(WEEKDAYS) ? "1-5" : days.join(",");
}

const list = once(() => new Intl.ListFormat("en-GB"));

/** "Weekdays", "Mondays", "Mon, Wed and Fri". */
function daysText(days: readonly number[]): string {
  const [only] = days;
  if (days.length === EVERY_DAY.length) return "Every day";
  if (String(days) === String(WEEKDAYS)) return "Weekdays";
  if (String(days) === String(WEEKEND)) return "Weekends";
  if (days.length === 1 && only !== undefined) return `${DAY_NAMES[only]}s`;
  return list().format(WEEK.filter((day) => days.includes(day)).map(shortDay));
}

const isNumber = (field: string): boolean => /^\d{1,2}$/.test(field);
const twoDigits = (field: string): string => field.padStart(2, "0");

/** Returns the step of a field, if it divides the whole: other steps are uneven at its end. */
function stepOf(field: string, whole: number): number | null {
  const step = Number(/^\*\/(\d{1,2})$/.exec(field)?.[1] ?? 0);
  return step > 1 && step < whole && whole % step === 0 ? step : null;
}

/** "at 8:00 AM and 8:00 PM", "every 15 minutes"; null for another form. */
function timeText(minute: string, hour: string, clock?: Clock): string | null {
  const [minutes, hours] = [stepOf(minute, 60), stepOf(hour, 24)];
  if (hour === "*" && minute === "*") return "every minute";
  if (hour === "*" && minutes !== null) return `every ${minutes} minutes`;
  if (!isNumber(minute)) return null;
  const past = Number(minute) === 0 ? "" : ` at minute ${Number(minute)}`;
  if (hour === "*") return `every hour${past}`;
  if (hours !== null) return `every ${hours} hours${past}`;
  const each = hour.split(",");
  return each.every(isNumber)
    ? `at ${list().format(each.map((one) => timeOfDayText(`${twoDigits(one)}:${twoDigits(minute)}`, clock)))}`
    : null;
}

function cronText(cron: string, clock?: Clock): string {
  const [minute = "", hour = "", date = "", month, weekday = "", ...more] = cron.trim().split(/\s+/);
  const [time, days] = [timeText(minute, hour, clock), daysOf(weekday)];
  if (time === null || days === null || month !== "*" || more.length > 0) return cron;
  const isTime = time.startsWith("at ");
  if (isNumber(date) && weekday === "*" && isTime) return `Day ${Number(date)} of every month ${time}`;
  if (date !== "*") return cron;
  if (isTime) return `${daysText(days)} ${time}`;
  return weekday === "*" ? `E${time.slice(1)}` : `${daysText(days)}, ${time}`;
}

/** Minutes of `-PT1H30M`. */
export function minutesOf(duration: string): number {
  const [, hours = 0, minutes = 0] = /PT(?:(\d+)H)?(?:(\d+)M)?/.exec(duration) ?? [];
  return (duration.startsWith("-") ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

const dateText = timeFormat({ timeZone: "UTC", month: "short", day: "numeric", year: "numeric" });

/** `2027-07-01` as other dates of the page; with its year, so that it reads the same for ever. */
function dayText(day: string): string {
  const at = new Date(`${day}T00:00Z`);
  return Number.isNaN(+at) ? day : dateText(at);
}

function whenText(when: ScheduleBody["when"], timeZone: string, clock?: Clock): string {
  const { cron, sun, offset = "PT0M", days = EVERY_DAY, at = "" } = when;
  if (cron !== undefined) return cronText(cron, clock);
  if (sun === undefined) {
    const [date, time = ""] = localOf(at, timeZone).split("T");
    return `Once, ${dayText(date ?? "")} at ${timeOfDayText(time.slice(0, 5), clock)}`;
  }
  const minutes = minutesOf(offset);
  const near = `${Math.abs(minutes)} min ${minutes < 0 ? "before" : "after"}`;
  return minutes === 0
    ? `${daysText(days.map(Number))} at ${sun}`
    : `${daysText(days.map(Number))}, ${near} ${sun}`;
}

type ScheduledCommand = Pick<Schedule, "time_zone" | "state"> & Partial<Pick<Schedule, "set">>;
type Timed = ScheduledCommand & Pick<ScheduleBody, "when">;

/** By the person's clock, unless another is named. */
export const scheduleWords = ({ when, time_zone, state, set }: Timed, clock?: Clock): string =>
  `${whenText(when, time_zone, clock)}, ${commandWords(state, set ?? null)}`;

/** "on, Brightness 40 %"; without the device's controls "on, brightness 40", which names of schedules keep. */
export function commandWords(state: boolean, set: Schedule["set"], controls?: Controls): string {
  const values = set && (controls === undefined ? setText(set) : setWords(set, controls, numberText));
  return `${state ? "on" : "off"}${values ? `, ${values}` : ""}`;
}

type Controls = Parameters<typeof setWords>[1];

/** Whether its name only says what it does. Such a name has the clock of the person who made it. */
export const isNamedByWords = (schedule: Timed & Pick<Schedule, "name">): boolean =>
  (["12", "24"] as const).some((clock) => scheduleWords(schedule, clock) === schedule.name);
