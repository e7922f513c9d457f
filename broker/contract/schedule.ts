/** Schedules as the account's object runs them, and the results of their runs. */

import * as z from "zod";
import { ControlSet } from "./controls.ts";

/** What to do about runs missed during an outage: skip them, or run the latest one once. */
export const MISSED = ["skip", "once"] as const;
export const SUN_TIMES = ["sunrise", "sunset"] as const;

/**
 * The sun's event on some weekdays, in numbers of cron (0 is Sunday): those of the event itself, in the time zone of the
 * schedule. Without `days` every day. `offset` is in seconds.
 */
const SunTiming = z.object({
  sun: z.enum(SUN_TIMES),
  offset: z.number(),
  days: z.array(z.number()).readonly().exactOptional(),
});
export type SunTiming = z.infer<typeof SunTiming>;

/** A cron pattern, a sun time, or one time (milliseconds since 1970). */
const OneTime = z.object({
  at: z.number(),
  /** Milliseconds by which clocks skipped its local time; omitted for none. */
  skipped: z.number().exactOptional(),
});
export const Timing = z.union([z.object({ cron: z.string() }), SunTiming, OneTime]);
export type Timing = z.infer<typeof Timing>;

/** Degrees; north and east are positive. */
export const Coordinates = z.object({ lat: z.number(), lon: z.number() });
export type Coordinates = z.infer<typeof Coordinates>;

export const DeviceSchedule = z.object({
  id: z.string(),
  deviceId: z.string(),
  name: z.string(),
  state: z.enum(["on", "off"]),
  /** Values of controls. Default: none. */
  set: ControlSet.exactOptional(),
  timing: Timing,
  /** An IANA name. */
  timeZone: z.string(),
  place: Coordinates.nullable(),
  missed: z.enum(MISSED),
  /** Seconds that a run may be late. */
  grace: z.number(),
  enabled: z.boolean(),
  /** Time of creation or last change; earlier times are never planned. Milliseconds since 1970. */
  since: z.number(),
});
export type DeviceSchedule = z.infer<typeof DeviceSchedule>;
/** Everything that the planned times depend on. */
export type PlannedTiming = Pick<DeviceSchedule, "timing" | "timeZone" | "place">;

/** A schedule with its last run, if it had one. */
export interface ScheduleWithRun {
  schedule: DeviceSchedule;
  lastRun: Run | null;
}

/** A schedule with its current or last name. */
export const ScheduleRef = DeviceSchedule.pick({ id: true, name: true });
export type ScheduleRef = z.infer<typeof ScheduleRef>;

/** `accepted`: sent without an acknowledgement yet; `failed`: five attempts failed. */
export const RUN_OUTCOMES = ["taken", "accepted", "not_connected", "missed", "superseded", "failed"] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** The result of one planned time, or of several missed ones. Times in milliseconds since 1970. */
export interface Run {
  /** The last planned time. */
  plannedAt: number;
  /** The number of planned times. */
  count: number;
  /** Null when no command was sent. */
  ranAt: number | null;
  outcome: RunOutcome;
  /** When the device acknowledged the command; null: not yet, or unknown. */
  takenAt: number | null;
}
