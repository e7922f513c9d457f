/** Schedules as the account's object runs them, and the results of their runs. */

import type { SwitchState } from "./control.ts";

/** What to do about runs missed during an outage: skip them, or run the latest one once. */
export const MISSED = ["skip", "once"] as const;
type Missed = (typeof MISSED)[number];

export const SUN_TIMES = ["sunrise", "sunset"] as const;
type SunTime = (typeof SUN_TIMES)[number];

/**
 * The sun's event on some weekdays, in numbers of cron (0 is Sunday): those of the event itself, in the time zone of the
 * schedule. Without `days` every day. `offset` is in seconds.
 */
export interface SunTiming {
  sun: SunTime;
  offset: number;
  days?: readonly number[];
}

/** A cron pattern, a sun time, or one time (milliseconds since 1970). */
export type Timing = { cron: string } | SunTiming | { at: number };

/** Degrees; north and east are positive. */
export interface Coordinates {
  lat: number;
  lon: number;
}

/** Everything that the planned times depend on. */
export interface PlannedTiming {
  timing: Timing;
  /** An IANA name. */
  timeZone: string;
  place: Coordinates | null;
}

export interface DeviceSchedule extends PlannedTiming {
  id: string;
  deviceId: string;
  name: string;
  state: SwitchState;
  missed: Missed;
  /** Seconds that a run may be late. */
  grace: number;
  enabled: boolean;
  /** Time of creation or last change; earlier times are never planned. Milliseconds since 1970. */
  since: number;
}

/** A schedule with its last run, if it had one. */
export interface ScheduleWithRun {
  schedule: DeviceSchedule;
  lastRun: Run | null;
}

/** A schedule with its current or last name. */
export type ScheduleRef = Pick<DeviceSchedule, "id"> & { name: string };

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
