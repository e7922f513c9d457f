import type { Run, Timing } from "../../broker/contract/schedule.ts";
import { durationOf } from "../contract/duration.ts";
import type { Schedule, ScheduleRun, When } from "../contract/schedule.ts";
import { plannedOf, type ScheduleRow } from "../db/schedules.ts";
import { moment, momentOrNull } from "./moment.ts";

function whenOf(timing: Timing): When {
  if ("cron" in timing) return { cron: timing.cron };
  if ("at" in timing) return { at: moment(timing.at) };
  return { sun: timing.sun, offset: durationOf(timing.offset) };
}

export function scheduleOf(row: ScheduleRow, nextAt: number | null, last: Run | undefined): Schedule {
  const { timing, place } = plannedOf(row);
  return {
    id: row.id,
    name: row.name,
    state: row.state === 1,
    when: whenOf(timing),
    time_zone: row.time_zone,
    place,
    missed: row.missed,
    grace: durationOf(row.grace),
    enabled: row.enabled === 1,
    next_at: momentOrNull(nextAt),
    last_run: last === undefined ? null : runOf(last),
    created_at: moment(row.created_at),
  };
}

export const runOf = ({ plannedAt, count, ranAt, outcome, takenAt }: Run): ScheduleRun => ({
  planned_at: moment(plannedAt),
  count,
  ran_at: momentOrNull(ranAt),
  outcome,
  taken_at: momentOrNull(takenAt),
});
