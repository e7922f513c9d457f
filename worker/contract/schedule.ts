/** What switches a device by itself: by the calendar, by the sun, or once. */

import { z } from "zod";
import { MISSED, RUN_OUTCOMES, SUN_TIMES } from "../../broker/contract/schedule.ts";
import { secondsOf } from "./duration.ts";
import { boolean, choice, dictionary, moment, text, uuid } from "./fields.ts";
import { MAX_GRACE, MAX_SCHEDULE_NAME, MAX_SUN_OFFSET } from "./limits.ts";
import { MESSAGES } from "./messages.ts";

/** One that switched a device, which may be gone by now. */
export const NamedSchedule = z.object({ id: uuid(), name: z.string() });
export type NamedSchedule = z.infer<typeof NamedSchedule>;

export const ScheduleRun = z.object({
  /** The last one, where the run stands for several. */
  planned_at: moment(),
  /** How many planned times it stands for; of a longer absence those of its last year. */
  count: z.number().int(),
  /** When it ran, which may be later; null where nothing was done. */
  ran_at: moment().nullable(),
  /** `accepted`: sent, and not proven; `missed` and `superseded`: nobody was there, and it was too late afterwards; `failed`: five tries did. */
  outcome: z.enum(RUN_OUTCOMES),
  /** When the device acknowledged it; null: it has not, or nobody knows. */
  taken_at: moment().nullable(),
});
export type ScheduleRun = z.infer<typeof ScheduleRun>;

const When = z.union([
  z.object({ cron: z.string() }),
  z.object({ sun: z.enum(SUN_TIMES), offset: z.string() }),
  z.object({ at: moment() }),
]);
export type When = z.infer<typeof When>;

const Place = z.object({ lat: z.number(), lon: z.number() });

export const Schedule = z.object({
  id: uuid(),
  name: z.string(),
  /** true = On. */
  state: z.boolean(),
  when: When,
  time_zone: z.string(),
  place: Place.nullable(),
  missed: z.enum(MISSED),
  grace: z.string(),
  enabled: z.boolean(),
  /** Null while it is paused, and where there is no next time. */
  next_at: moment().nullable(),
  /** What became of the last planned time; null where there was none. */
  last_run: ScheduleRun.nullable(),
  created_at: moment(),
});
export type Schedule = z.infer<typeof Schedule>;

/** Comes out as seconds. */
const duration = (max: number, min = 0) =>
  z.string("Not a valid string.").transform((value, context) => {
    const seconds = secondsOf(value);
    if (seconds === null) context.addIssue({ code: "custom", message: MESSAGES.wrongDuration });
    else if (seconds < min || seconds > max)
      context.addIssue({ code: "custom", message: MESSAGES.durationTooLong });
    return seconds ?? 0;
  });

/** One of the three; which of them is checked where the schedule is planned. */
const GivenWhen = dictionary({
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  cron: text({ max: 200 }).optional(),
  sun: choice(SUN_TIMES).optional(),
  /** Before (`-PT30M`) or after it. */
  offset: duration(MAX_SUN_OFFSET, -MAX_SUN_OFFSET).optional(),
  /** A moment; without a zone, a local time. */
  at: text({ max: 40 }).optional(),
});

const degrees = (most: number) =>
  z
    .number("A valid number is required.")
    .min(-most, `Ensure this value is greater than or equal to ${-most}.`)
    .max(most, `Ensure this value is less than or equal to ${most}.`);

const timing = {
  when: GivenWhen,
  /** IANA. */
  time_zone: text({ max: 64 }),
  /** Needed where the sun says when. */
  place: dictionary({ lat: degrees(90), lon: degrees(180) })
    .nullable()
    .optional(),
};

export const ScheduleBody = z.object({
  name: text({ max: MAX_SCHEDULE_NAME }),
  state: boolean(),
  ...timing,
  missed: choice(MISSED).optional(),
  grace: duration(MAX_GRACE).optional(),
  enabled: boolean().optional(),
});
export type ScheduleBody = z.input<typeof ScheduleBody>;

export const SchedulePreviewBody = z.object(timing);

export const SchedulePreview = z.object({
  /** The next three times, or as many as there are. */
  next: z.array(moment()),
});
