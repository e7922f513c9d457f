import type { ControlSet } from "../../../../../broker/contract/controls.ts";
import type { ScheduleBody } from "../../../../../worker/contract/schedules.ts";
import { localOf } from "../../../devices/schedules/schedule-times.ts";
import {
  commandWords,
  daysOf,
  EVERY_DAY,
  fieldOf,
  isNamedByWords,
  minutesOf,
  scheduleWords,
} from "../../../devices/schedules/schedule-words.ts";
import type { AnySchedule } from "../../../devices/schedules/schedules.ts";

export const RHYTHMS = [
  ["time", "At a time of day"],
  ["sunrise", "At sunrise"],
  ["sunset", "At sunset"],
  ["once", "Once"],
  ["cron", "By a cron pattern"],
] as const;

export interface ScheduleDraft {
  rhythm: (typeof RHYTHMS)[number][0];
  /** Weekdays in numbers of cron, in order; without a meaning for `once` and `cron`. */
  days: readonly number[];
  /** `18:30` */
  time: string;
  /** `2027-05-03T18:30`, local time of the device. */
  moment: string;
  cron: string;
  /** Minutes after sunrise or sunset; negative: before. */
  minutes: string;
  lat: string;
  lon: string;
  on: boolean;
  /** Values of controls; null without any. */
  set: ControlSet | null;
  /** Empty: the sentence is the name. */
  name: string;
  timeZone: string;
  missed: "skip" | "once";
  grace: string;
}

export interface DraftFieldsProps {
  draft: ScheduleDraft;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
  onChange(change: Partial<ScheduleDraft>): void;
}

export const isSun = ({ rhythm }: ScheduleDraft): boolean => rhythm === "sunrise" || rhythm === "sunset";
/** On weekdays of choice. */
export const isWeekly = (draft: ScheduleDraft): boolean => draft.rhythm === "time" || isSun(draft);

const HERE = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const newDraft = (): ScheduleDraft => ({
  rhythm: "time",
  days: EVERY_DAY,
  time: "18:30",
  moment: "",
  cron: "30 18 * * *",
  minutes: "0",
  lat: "",
  lon: "",
  on: false,
  set: null,
  name: "",
  timeZone: HERE(),
  missed: "skip",
  grace: "PT10M",
});

const DAILY = /^(\d{1,2}) (\d{1,2}) \* \* (\S+)$/;

function timingOf({ when, time_zone }: AnySchedule): Partial<ScheduleDraft> {
  if ("at" in when) return { rhythm: "once", moment: localOf(when.at, time_zone) };
  if ("sun" in when) {
    const { sun, offset, days = EVERY_DAY } = when;
    return { rhythm: sun, minutes: String(minutesOf(offset)), days };
  }
  const [, minute = "", hour = "", field = ""] = DAILY.exec(when.cron) ?? [];
  const days = daysOf(field);
  if (days === null) return { rhythm: "cron", cron: when.cron };
  return { rhythm: "time", days, time: `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}` };
}

export function draftOf(schedule: AnySchedule): ScheduleDraft {
  const { state: on, set, time_zone: timeZone, place, missed, grace, name } = schedule;
  const draft = { ...newDraft(), ...timingOf(schedule), on, set, timeZone, missed, grace };
  const where = place === null ? {} : { lat: String(place.lat), lon: String(place.lon) };
  return { ...draft, ...where, name: isNamedByWords(schedule) ? "" : name };
}

/** For example "Weekdays at 6:30 PM, off". */
export const sentenceOf = (draft: ScheduleDraft): string =>
  missingTime(draft) === null
    ? scheduleWords({ when: whenOf(draft), time_zone: draft.timeZone, state: draft.on, set: draft.set })
    : `…, ${commandWords(draft.on, draft.set)}`;

function whenOf(draft: ScheduleDraft): ScheduleBody["when"] {
  const { rhythm, days, time, moment, cron, minutes } = draft;
  if (rhythm === "once") return { at: moment };
  if (rhythm === "cron") return { cron };
  if (rhythm === "time") {
    const [hour, minute] = time.split(":").map(Number);
    return { cron: `${minute} ${hour} * * ${fieldOf(days)}` };
  }
  const some = days.length < EVERY_DAY.length ? { days: [...days] } : {};
  return { sun: rhythm, offset: durationOf(minutes), ...some };
}

/** The server rejects a text that is not a number. */
function durationOf(minutes: string): string {
  const text = minutes.trim() || "0";
  return text.startsWith("-") ? `-PT${text.slice(1)}M` : `PT${text}M`;
}

const placeOf = (draft: ScheduleDraft): ScheduleBody["place"] =>
  isSun(draft) && draft.lat.trim() !== "" && draft.lon.trim() !== ""
    ? { lat: Number(draft.lat), lon: Number(draft.lon) }
    : null;

function missingTime(draft: ScheduleDraft): string | null {
  const { rhythm, days, time, moment } = draft;
  if (isWeekly(draft) && days.length === 0) return "Choose one day or more.";
  if (rhythm === "time" && time === "") return "Choose a time.";
  return rhythm === "once" && moment === "" ? "Choose a date and a time." : null;
}

/** What must be entered before the next times can be shown; null if complete. */
export function missingIn(draft: ScheduleDraft): string | null {
  const isNowhere = isSun(draft) && placeOf(draft) === null;
  return missingTime(draft) ?? (isNowhere ? "Choose the place: the sun needs it." : null);
}

export type DraftTiming = Pick<ScheduleBody, "when" | "time_zone" | "place">;

export const plannedBy = (draft: ScheduleDraft): DraftTiming => ({
  when: whenOf(draft),
  time_zone: draft.timeZone,
  place: placeOf(draft),
});

export const bodyOf = (draft: ScheduleDraft): ScheduleBody => ({
  ...plannedBy(draft),
  name: draft.name.trim() || sentenceOf(draft),
  state: draft.on,
  set: draft.set,
  missed: draft.missed,
  grace: draft.grace,
});
