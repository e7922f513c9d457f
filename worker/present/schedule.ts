import type { DeviceSchedule, Run, ScheduleWithRun, Timing } from "../../broker/contract/schedule.ts";
import { durationOf } from "../contract/duration.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import type { ListedSchedule, Schedule, ScheduleRun, When } from "../contract/schedules.ts";
import { plannedOf, type ScheduleRow } from "../db/schedules.ts";

function whenOf(timing: Timing): When {
  if ("cron" in timing) return { cron: timing.cron };
  if ("at" in timing) return { at: isoTime(timing.at) };
  const { sun, offset, days } = timing;
  return { sun, offset: durationOf(offset), ...(days && { days: [...days] }) };
}

export const scheduleOf = (row: ScheduleRow, nextAt: number | null, last: Run | undefined): Schedule => ({
  ...planOf(plannedOf(row), nextAt, last ?? null),
  created_at: isoTime(row.created_at),
});

export const listedScheduleOf = (
  { schedule, lastRun }: ScheduleWithRun,
  nextAt: number | null,
): ListedSchedule => ({
  ...planOf(schedule, nextAt, lastRun),
  device_id: schedule.deviceId,
});

const planOf = (schedule: DeviceSchedule, nextAt: number | null, last: Run | null) => ({
  id: schedule.id,
  name: schedule.name,
  state: schedule.state === "on",
  set: schedule.set ?? null,
  when: whenOf(schedule.timing),
  time_zone: schedule.timeZone,
  place: schedule.place,
  missed: schedule.missed,
  grace: durationOf(schedule.grace),
  enabled: schedule.enabled,
  next_at: isoTimeOrNull(nextAt),
  last_run: last && runOf(last),
});

export const runOf = ({ plannedAt, count, ranAt, outcome, takenAt }: Run): ScheduleRun => ({
  planned_at: isoTime(plannedAt),
  count,
  ran_at: isoTimeOrNull(ranAt),
  outcome,
  taken_at: isoTimeOrNull(takenAt),
});
