/** Schedules as the account's object goes by them, and what became of each planned time. */

import type { SwitchState } from "./control.ts";

/** What becomes of a planned time that passed by while nobody was there: nothing, or the latest one is made up for. */
export const MISSED = ["skip", "once"] as const;
type Missed = (typeof MISSED)[number];

export const SUN_TIMES = ["sunrise", "sunset"] as const;
export type SunTime = (typeof SUN_TIMES)[number];

/** When it is due: by the calendar, by the sun (`offset` in seconds), or once (milliseconds since 1970). */
export type Timing = { cron: string } | { sun: SunTime; offset: number } | { at: number };

/** Degrees, north and east positive. */
export interface Coordinates {
  lat: number;
  lon: number;
}

/** What planned times follow from. */
export interface PlannedTiming {
  timing: Timing;
  /** IANA. */
  timeZone: string;
  place: Coordinates | null;
}

export interface DeviceSchedule extends PlannedTiming {
  id: string;
  deviceId: string;
  name: string;
  state: SwitchState;
  missed: Missed;
  /** Seconds that it may be late and runs all the same. */
  grace: number;
  enabled: boolean;
  /** Made or changed then: no time before it was ever planned. Milliseconds since 1970. */
  since: number;
}

/** One that switched a device, by the name that it has, or had last. */
export type ScheduleRef = Pick<DeviceSchedule, "id"> & { name: string };

/** `accepted`: sent, and not proven to be taken; `failed`: the broker could not carry it out in five tries. */
export const RUN_OUTCOMES = ["taken", "accepted", "not_connected", "missed", "superseded", "failed"] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** What became of one planned time, or of several missed ones. Milliseconds since 1970. */
export interface Run {
  /** The last one, where it stands for several. */
  plannedAt: number;
  /** How many planned times it stands for. */
  count: number;
  /** Null where nothing was done. */
  ranAt: number | null;
  outcome: RunOutcome;
  /** When the device acknowledged it; null: it has not, or nobody knows. */
  takenAt: number | null;
}
