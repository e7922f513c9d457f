/** Schedules of a device: by calendar, by the sun, or once. */

import * as z from "zod";
import { ControlSet } from "../../broker/contract/controls.ts";
import { MISSED, RUN_OUTCOMES, SUN_TIMES } from "../../broker/contract/schedule.ts";
import { givenSet } from "./controls.ts";
import { endpoints } from "./endpoint.ts";
import { boolean, choice, dictionary, duration, list, moment, text, uuid, wholeNumber } from "./fields.ts";
import { MAX_GRACE, MAX_SCHEDULE_NAME, MAX_SUN_OFFSET } from "./limits.ts";

/** A schedule that switched a device; it may be deleted by now. */
export const NamedSchedule = z.object({ id: uuid(), name: z.string() });
export type NamedSchedule = z.infer<typeof NamedSchedule>;

export const ScheduleRun = z.object({
  /** The last planned time, when the run stands for several. */
  planned_at: moment(),
  /** How many planned times it stands for; after a long absence those of the last year. */
  count: z.number().int(),
  /** When it ran, which may be later; null when nothing was done. */
  ran_at: moment().nullable(),
  /**
   * `accepted`: sent without a proof; `missed` and `superseded`: the broker was not running, and it was too late
   * afterwards; `failed`: five tries failed.
   */
  outcome: z.enum(RUN_OUTCOMES),
  /** When the device acknowledged it; null: not yet, or unknown. */
  taken_at: moment().nullable(),
});
export type ScheduleRun = z.infer<typeof ScheduleRun>;

const When = z.union([
  z.object({ cron: z.string() }),
  z.object({
    sun: z.enum(SUN_TIMES),
    offset: z.string(),
    /** Weekdays in numbers of cron, 0 is Sunday; omitted for every day. */
    days: z.array(z.number().int()).exactOptional(),
  }),
  z.object({ at: moment() }),
]);
export type When = z.infer<typeof When>;

const Place = z.object({ lat: z.number(), lon: z.number() });

export const Schedule = z.object({
  id: uuid(),
  name: z.string(),
  /** true = On. */
  state: z.boolean(),
  /** The values of controls that it sets; null without any. */
  set: ControlSet.nullable(),
  when: When,
  time_zone: z.string(),
  place: Place.nullable(),
  missed: z.enum(MISSED),
  grace: z.string(),
  enabled: z.boolean(),
  /** Null while paused, and without a next time. */
  next_at: moment().nullable(),
  /** The outcome of the last planned time; null without one. */
  last_run: ScheduleRun.nullable(),
  created_at: moment(),
});
export type Schedule = z.infer<typeof Schedule>;

/** A schedule in the list of all devices. */
export const ListedSchedule = Schedule.omit({ created_at: true }).extend({ device_id: uuid() });
export type ListedSchedule = z.infer<typeof ListedSchedule>;

/** Exactly one of the three, which is checked when the schedule is planned. */
const GivenWhen = dictionary({
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  cron: text({ max: 200 }).optional(),
  sun: choice(SUN_TIMES).optional(),
  /** Before (`-PT30M`) or after it. */
  offset: duration({ min: -MAX_SUN_OFFSET, max: MAX_SUN_OFFSET }).transform(Math.round).optional(),
  /** With `sun`: the weekdays of the sunrise or sunset, 0 is Sunday; omitted: every day. */
  days: list(wholeNumber({ min: 0, max: 6 })).optional(),
  /** A time; without a zone, local time. */
  at: text({ max: 40 }).optional(),
}).meta({ examples: [{ cron: "30 18 * * 1-5" }] });

const degrees = (most: number) =>
  z
    .number("A valid number is required.")
    .min(-most, `Ensure this value is greater than or equal to ${-most}.`)
    .max(most, `Ensure this value is less than or equal to ${most}.`);

const timing = {
  when: GivenWhen,
  /** IANA name. */
  time_zone: text({ max: 64 }).meta({ examples: ["Europe/Berlin"] }),
  /** Required for sun times. */
  place: dictionary({ lat: degrees(90), lon: degrees(180) })
    .nullable()
    .optional(),
};

export const ScheduleBody = z.object({
  name: text({ max: MAX_SCHEDULE_NAME }),
  state: boolean(),
  /** Values of controls, by key; null: none. Omitted: they stay. */
  set: givenSet().nullable().optional(),
  ...timing,
  missed: choice(MISSED).optional(),
  grace: duration({ max: MAX_GRACE }).transform(Math.round).optional(),
  enabled: boolean().optional(),
});
export type ScheduleBody = z.input<typeof ScheduleBody>;

const SchedulePreviewBody = z.object(timing);

const SchedulePreview = z.object({
  /** The next three times, or fewer. */
  next: z.array(moment()),
});

export const SCHEDULE_CALLS = endpoints({
  listAllSchedules: {
    method: "GET",
    path: "/v0/schedules/",
    access: "token",
    scopes: ["setup:read"],
    summary: "The schedules of all devices, the next one first",
    response: z.array(ListedSchedule),
    problems: [503],
  },
  listSchedules: {
    method: "GET",
    path: "/v0/devices/on-off/{id}/schedules/",
    access: "token",
    scopes: ["setup:read"],
    summary: "A device's schedules, each with its next time and what became of its last",
    response: z.array(Schedule),
    whileSuspended: true,
  },
  createSchedule: {
    method: "POST",
    path: "/v0/devices/on-off/{id}/schedules/",
    access: "token",
    scopes: ["setup:write", "devices:switch"],
    status: 201,
    summary: "Have a device switched by the calendar, by the sun, or once",
    request: ScheduleBody,
    response: Schedule,
  },
  previewSchedule: {
    method: "POST",
    path: "/v0/devices/on-off/{id}/schedules/preview/",
    access: "token",
    scopes: ["setup:read"],
    summary: "The next three times of a schedule that is not made yet",
    request: SchedulePreviewBody,
    response: SchedulePreview,
    problems: [],
  },
  updateSchedule: {
    method: "PUT",
    path: "/v0/devices/on-off/{id}/schedules/{scheduleId}/",
    access: "token",
    scopes: ["setup:write", "devices:switch"],
    summary: "Change or pause a schedule; it is planned anew before the answer",
    request: ScheduleBody,
    response: Schedule,
  },
  deleteSchedule: {
    method: "DELETE",
    path: "/v0/devices/on-off/{id}/schedules/{scheduleId}/",
    access: "token",
    scopes: ["setup:write"],
    summary: "Delete a schedule, and what is known of its runs",
  },
  listRuns: {
    method: "GET",
    path: "/v0/devices/on-off/{id}/schedules/{scheduleId}/runs/",
    access: "token",
    scopes: ["setup:read"],
    summary: "What became of a schedule's planned times, newest first; the last 500",
    response: z.array(ScheduleRun),
  },
});
