import type { DeviceSchedule, Run, ScheduleWithRun, Timing } from "../../broker/contract/schedule.ts";
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

export const scheduleOf = (row: ScheduleRow, nextAt: number | null, last: Run | undefined): Schedule => ({
  ...planOf(plannedOf(row), nextAt, last ?? null),
  created_at: moment(row.created_at),
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
  when: whenOf(schedule.timing),
  time_zone: schedule.timeZone,
  place: schedule.place,
  missed: schedule.missed,
  grace: durationOf(schedule.grace),
  enabled: schedule.enabled,
  next_at: momentOrNull(nextAt),
  last_run: last && runOf(last),
});

export const runOf = ({ plannedAt, count, ranAt, outcome, takenAt }: Run): ScheduleRun => ({
  planned_at: moment(plannedAt),
  count,
  ran_at: momentOrNull(ranAt),
  outcome,
  taken_at: momentOrNull(takenAt),
});
