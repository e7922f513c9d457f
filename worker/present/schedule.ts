import type { DeviceSchedule, Run, Timing } from "../../broker/contract/schedule.ts";
import { nextPlanned } from "../../broker/schedules/planned.ts";
import { durationOf } from "../contract/duration.ts";
import type { ListedSchedule, Schedule, ScheduleRun, When } from "../contract/schedule.ts";
import { plannedOf, type ScheduleRow } from "../db/schedules.ts";
import { moment, momentOrNull } from "./moment.ts";

function whenOf(timing: Timing): When {
  if ("cron" in timing) return { cron: timing.cron };
  if ("at" in timing) return { at: moment(timing.at) };
  const { sun, offset, days } = timing;
  return { sun, offset: durationOf(offset), ...(days && { days: [...days] }) };
}

/** When it is due next, as the account's object plans it. */
const nextOf = (schedule: DeviceSchedule, now: number): number | null =>
  schedule.enabled ? nextPlanned(schedule, Math.max(schedule.since, now)) : null;

export const scheduleOf = (row: ScheduleRow, now: number, last: Run | undefined): Schedule => ({
  ...planOf(plannedOf(row), now, last ?? null),
  created_at: moment(row.created_at),
});

export const listedScheduleOf = (
  schedule: DeviceSchedule,
  now: number,
  last: Run | null,
): ListedSchedule => ({
  ...planOf(schedule, now, last),
  device_id: schedule.deviceId,
});

const planOf = (schedule: DeviceSchedule, now: number, last: Run | null) => ({
  id: schedule.id,
  name: schedule.name,
  state: schedule.state === "on",
  when: whenOf(schedule.timing),
  time_zone: schedule.timeZone,
  place: schedule.place,
  missed: schedule.missed,
  grace: durationOf(schedule.grace),
  enabled: schedule.enabled,
  next_at: momentOrNull(nextOf(schedule, now)),
  last_run: last && runOf(last),
});

export const runOf = ({ plannedAt, count, ranAt, outcome, takenAt }: Run): ScheduleRun => ({
  planned_at: moment(plannedAt),
  count,
  ran_at: momentOrNull(ranAt),
  outcome,
  taken_at: momentOrNull(takenAt),
});
