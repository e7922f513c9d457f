import type { Schedule, ScheduleBody } from "../../../../../worker/contract/schedule.ts";

/** Keys: the weekdays of a cron pattern. */
const BY_DAYS = [
  ["*", "Every day"],
  ["1-5", "Every weekday"],
  ["0,6", "Every weekend day"],
  ["1", "Every Monday"],
  ["2", "Every Tuesday"],
  ["3", "Every Wednesday"],
  ["4", "Every Thursday"],
  ["5", "Every Friday"],
  ["6", "Every Saturday"],
  ["0", "Every Sunday"],
] as const;

export const RHYTHMS: readonly (readonly [rhythm: string, words: string])[] = [
  ...BY_DAYS,
  ["sunrise", "Every sunrise"],
  ["sunset", "Every sunset"],
  ["once", "Once"],
  ["cron", "By a cron pattern"],
];

export interface ScheduleDraft {
  rhythm: string;
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
  /** Empty: the sentence is the name. */
  name: string;
  timeZone: string;
  missed: "skip" | "once";
  grace: string;
}

export const isSun = ({ rhythm }: ScheduleDraft): boolean => rhythm === "sunrise" || rhythm === "sunset";
export const isDaily = ({ rhythm }: ScheduleDraft): boolean => BY_DAYS.some(([days]) => days === rhythm);

const HERE = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const newDraft = (): ScheduleDraft => ({
  ...{ rhythm: "*", time: "18:30", moment: "", cron: "30 18 * * *", minutes: "0", lat: "", lon: "" },
  ...{ on: false, name: "", timeZone: HERE(), missed: "skip", grace: "PT10M" },
});

export const localOf = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" })
    .format(new Date(at))
    .replace(" ", "T");

const DAILY = /^(\d{1,2}) (\d{1,2}) \* \* (\S+)$/;

function timingOf({ when, time_zone }: Schedule): Partial<ScheduleDraft> {
  if ("at" in when) return { rhythm: "once", moment: localOf(when.at, time_zone) };
  if ("sun" in when) return { rhythm: when.sun, minutes: String(minutesOf(when.offset)) };
  const [, minute = "", hour = "", days = ""] = DAILY.exec(when.cron) ?? [];
  if (!BY_DAYS.some(([known]) => known === days)) return { rhythm: "cron", cron: when.cron };
  return { rhythm: days, time: `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}` };
}

function minutesOf(duration: string): number {
  const [, hours = 0, minutes = 0] = /PT(?:(\d+)H)?(?:(\d+)M)?/.exec(duration) ?? [];
  return (duration.startsWith("-") ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

export function draftOf(schedule: Schedule): ScheduleDraft {
  const { state: on, time_zone: timeZone, place, missed, grace, name } = schedule;
  const draft = { ...newDraft(), ...timingOf(schedule), on, timeZone, missed, grace };
  const where = place === null ? {} : { lat: String(place.lat), lon: String(place.lon) };
  return { ...draft, ...where, name: name === sentenceOf(draft) ? "" : name };
}

function whenText(draft: ScheduleDraft): string {
  const words = RHYTHMS.find(([rhythm]) => rhythm === draft.rhythm)?.[1] ?? "";
  if (isDaily(draft)) return `${words} at ${draft.time}`;
  if (draft.rhythm === "once") return `Once, ${draft.moment.replace("T", " at ")}`;
  if (draft.rhythm === "cron") return draft.cron;
  const minutes = Number(draft.minutes);
  if (!minutes) return words;
  return `${Math.abs(minutes)} min ${minutes < 0 ? "before" : "after"} ${words.toLowerCase()}`;
}

/** For example "Every weekday at 18:30, off". */
export const sentenceOf = (draft: ScheduleDraft): string => `${whenText(draft)}, ${draft.on ? "on" : "off"}`;

function whenOf(draft: ScheduleDraft): ScheduleBody["when"] {
  const { rhythm, time, moment, cron, minutes } = draft;
  if (rhythm === "once") return { at: moment };
  if (rhythm === "cron") return { cron };
  if (rhythm === "sunrise" || rhythm === "sunset") return { sun: rhythm, offset: durationOf(minutes) };
  const [hour, minute] = time.split(":").map(Number);
  return { cron: `${minute} ${hour} * * ${rhythm}` };
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

/** What must be entered before the next times can be shown; null if complete. */
export function missingIn(draft: ScheduleDraft): string | null {
  if (isSun(draft) && placeOf(draft) === null) return "Type in the latitude and longitude of the place.";
  if (isDaily(draft) ? draft.time === "" : draft.rhythm === "once" && draft.moment === "")
    return "Choose a date and a time.";
  return null;
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
  missed: draft.missed,
  grace: draft.grace,
});
