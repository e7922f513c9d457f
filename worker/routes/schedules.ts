/** Schedules of a device: stored here, run by the account's object, which stores the runs. */

import { checkSet } from "../../broker/contract/controls.ts";
import { sentence } from "../../broker/contract/mistake.ts";
import { readMoment } from "../../broker/contract/moment.ts";
import type {
  DeviceSchedule,
  PlannedTiming,
  Run,
  ScheduleWithRun,
  Timing,
} from "../../broker/contract/schedule.ts";
import { isCron, tidyCron, wrongCronField } from "../../broker/schedules/calendar.ts";
import { isTimeZone, localAt, momentOf } from "../../broker/schedules/local-time.ts";
import { nextPlanned, plannedAfter } from "../../broker/schedules/planned.ts";
import { askAccount } from "../account/account.ts";
import { changeRights } from "../account/change-rights.ts";
import { limitsOf } from "../account/limits.ts";
import { objectRoute } from "../api/by-object.ts";
import { rowRoute } from "../api/call.ts";
import { refuseAsked } from "../auth/asking.ts";
import type { BodyOf } from "../contract/api.ts";
import { durationOf } from "../contract/duration.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import { GRACE, PREVIEWED } from "../contract/limits.ts";
import type { ListedSchedule, Schedule, ScheduleRun, When } from "../contract/schedules.ts";
import { MESSAGES } from "../contract/sentences.ts";
import { controlsOf } from "../db/device-fields.ts";
import { type DeviceRow, ownDevice, readDevice } from "../db/devices.ts";
import { placeColumn, setColumn, timingColumn } from "../db/json-columns.ts";
import {
  deleteSchedule as deleteRow,
  insertSchedule,
  isSchedule,
  listSchedules as list,
  type OfDevice,
  plannedOf,
  readSchedule,
  type ScheduleRow,
  updateSchedule as updateRow,
} from "../db/schedules.ts";
import { first, only } from "../db/statement.ts";
import { invalidField, limitReached, notFound } from "../errors.ts";

function whenOf(timing: Timing): When {
  if ("cron" in timing) return { cron: timing.cron };
  if ("at" in timing) return { at: isoTime(timing.at) };
  const { sun, offset, days } = timing;
  return { sun, offset: durationOf(offset), ...(days && { days: [...days] }) };
}

const scheduleOf = (row: ScheduleRow, nextAt: number | null, last: Run | undefined): Schedule => ({
  ...shownPlan(plannedOf(row), nextAt, last ?? null),
  created_at: isoTime(row.created_at),
});

const listedScheduleOf = ({ schedule, lastRun }: ScheduleWithRun, nextAt: number | null): ListedSchedule => ({
  ...shownPlan(schedule, nextAt, lastRun),
  device_id: schedule.deviceId,
});

const shownPlan = (schedule: DeviceSchedule, nextAt: number | null, last: Run | null) => ({
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

const runOf = ({ plannedAt, count, ranAt, outcome, takenAt }: Run): ScheduleRun => ({
  planned_at: isoTime(plannedAt),
  count,
  ran_at: isoTimeOrNull(ranAt),
  outcome,
  taken_at: isoTimeOrNull(takenAt),
});

// The timing of a schedule in a request: checked, and planned by the broker's own module.

type Given = BodyOf<"previewSchedule">;

/** Returns the plan, or throws a 400 about the first fault. `before`: its place stays, and its time may have passed. */
function planOf(given: Given, now: number, before?: DeviceSchedule): PlannedTiming {
  const { time_zone: timeZone, place = before?.place ?? null } = given;
  if (!isTimeZone(timeZone)) throw invalidField("time_zone", MESSAGES.wrongZone);
  const timing = timingOf(given);
  if ("sun" in timing && place === null) throw invalidField("place", MESSAGES.noPlace);
  if (before !== undefined && isSame(timing, before.timing))
    return { timing: before.timing, timeZone, place };
  const plan = { timing, timeZone, place };
  if (nextPlanned(plan, now) === null) {
    throw invalidField("when", "at" in timing ? MESSAGES.past : MESSAGES.neverDue);
  }
  return plan;
}

/** A skipped local time is shown as the moment of its run: who sends that back changes nothing. */
const isSame = (timing: Timing, before: Timing): boolean =>
  "at" in timing && "at" in before && timing.skipped === undefined
    ? timing.at === before.at
    : JSON.stringify(timing) === JSON.stringify(before);

function timingOf({ when, time_zone: timeZone }: Given): Timing {
  const { cron, sun, offset = 0, days, at } = when;
  const given = [cron, sun, at].filter((each) => each !== undefined);
  if (given.length !== 1) throw invalidField("when", MESSAGES.oneWhen);
  if (days !== undefined && (sun === undefined || days.length === 0))
    throw invalidField("when", MESSAGES.wrongDays);
  if (cron !== undefined) return byCalendar(tidyCron(cron));
  if (sun !== undefined) return { sun, offset, ...someDays(days) };
  return onceAt(at ?? "", timeZone);
}

/** Each day once, in order; every day is the default. */
function someDays(days: readonly number[] = []): { days?: number[] } {
  const each = [...new Set(days)].sort();
  return each.length === 0 || each.length === EVERY_DAY ? {} : { days: each };
}
const EVERY_DAY = 7;

function byCalendar(cron: string): Timing {
  if (!isCron(cron)) {
    const field = wrongCronField(cron);
    throw invalidField("when", field === null ? MESSAGES.wrongCron : `${field}. ${MESSAGES.wrongCron}`);
  }
  return { cron };
}

/** A time without a zone is local time of the schedule's zone. */
function onceAt(text: string, timeZone: string): Timing {
  const moment = readMoment(text);
  if (moment === null || !moment.hasTime) throw invalidField("when", MESSAGES.wrongAt);
  const { local, offset } = moment;
  if (offset !== null) return { at: local - offset };
  const at = momentOf(local, timeZone);
  const skipped = localAt(at, timeZone) - local;
  return skipped === 0 ? { at } : { at, skipped };
}

/** When it is due next, as the account's object plans it. */
const nextOf = (schedule: DeviceSchedule, now: number): number | null =>
  schedule.enabled ? nextPlanned(schedule, Math.max(schedule.since, now)) : null;

/** Without a next time, such as paused ones, last. */
const dueAt = ({ next_at }: ListedSchedule): string => next_at ?? "~";

export const listAllSchedules = objectRoute<"listAllSchedules", ScheduleWithRun[]>({
  needs: { rights: true },
  act: (calls) => calls.schedules.schedules(),
  show: (schedules, { now }) =>
    schedules
      .map((each) => listedScheduleOf(each, nextOf(each.schedule, now)))
      .sort((a, b) => (dueAt(a) < dueAt(b) ? -1 : 1)),
});

export const listSchedules = rowRoute<"listSchedules", OfDevice>(list, async ({ env, caller, read, now }) => {
  const rows = read.filter(isSchedule);
  const last = await askAccount(env, caller.user.id, (account) =>
    account.lastRuns(rows.map((row) => row.id)),
  );
  return rows.map((row) => scheduleOf(row, nextOf(plannedOf(row), now), last[row.id]));
});

type Body = BodyOf<"createSchedule">;

/** Returns the values as JSON; null for none. Throws a 400 for one that does not fit its control. */
function setIn({ set, state }: Body, device: DeviceRow | null): string | null {
  if (!set || Object.keys(set).length === 0) return null;
  const checked = checkSet(device === null ? [] : controlsOf(device), set, state ? "on" : "off");
  if ("mistake" in checked) throw invalidField("set", sentence(checked.mistake));
  return setColumn.write(checked.set);
}

/** The columns from a body. Omitted values stay, or have their defaults. */
function saidOf(body: Body, now: number, before?: ScheduleRow) {
  const plan = planOf(body, now, before && plannedOf(before));
  return {
    name: body.name,
    state: body.state ? 1 : 0,
    timing: timingColumn.write(plan.timing),
    time_zone: plan.timeZone,
    place: plan.place && placeColumn.write(plan.place),
    missed: body.missed ?? before?.missed ?? "skip",
    grace: body.grace ?? before?.grace ?? GRACE,
    enabled: (body.enabled ?? before?.enabled !== 0) ? 1 : 0,
    since: now,
  } as const;
}

export const createSchedule = rowRoute<"createSchedule", DeviceRow>(
  readDevice,
  async ({ env, caller, id: device_id, body, read, now }) => {
    const { MAX_SCHEDULES: max } = limitsOf(env, caller.user);
    refuseAsked(caller, only(read), "making a schedule");
    const [userId, id] = [caller.user.id, crypto.randomUUID()];
    const row = { id, device_id, created_at: now, ...saidOf(body, now), set_values: setIn(body, only(read)) };
    const { insert } = await changeRights(env, userId, { insert: insertSchedule(userId, row, max) });
    const [stored] = insert.results;
    if (stored === undefined) throw limitReached("MAX_SCHEDULES", max);
    return scheduleOf(stored, nextOf(plannedOf(stored), now), undefined);
  },
);

export const previewSchedule = rowRoute<"previewSchedule", DeviceRow>(readDevice, async ({ body, now }) => {
  return { next: plannedAfter(planOf(body, now), now, PREVIEWED).map(isoTime) };
});

export const updateSchedule = rowRoute<"updateSchedule", ScheduleRow>(
  readSchedule,
  async ({ env, caller, body, read, now }) => {
    const [before, userId] = [only(read), caller.user.id];
    const isNeeded = body.set !== undefined || caller.token !== null;
    const device = isNeeded ? await first(ownDevice(env.DB, userId, before.device_id)) : null;
    refuseAsked(caller, device, "making a schedule");
    const set_values = body.set === undefined ? before.set_values : setIn(body, device);
    const row = { ...before, ...saidOf(body, now, before), set_values };
    const { change } = await changeRights(env, userId, { change: updateRow(userId, row) });
    const [stored] = change.results;
    // Deleted by another call in the meantime.
    if (stored === undefined) throw notFound();
    const last = await askAccount(env, userId, (account) => account.lastRuns([stored.id]));
    return scheduleOf(stored, nextOf(plannedOf(stored), now), last[stored.id]);
  },
);

export const deleteSchedule = rowRoute<"deleteSchedule", ScheduleRow>(
  readSchedule,
  async ({ env, caller, scheduleId }) => {
    await changeRights(env, caller.user.id, { remove: deleteRow(caller.user.id, scheduleId) });
    return undefined;
  },
);

export const listRuns = objectRoute<"listRuns", Run[], ScheduleRow>({
  needs: {
    row: "schedule",
    find: (db, session, { id, scheduleId }) => readSchedule(db, session, id, scheduleId),
  },
  act: (calls, { scheduleId }) => calls.schedules.runs(scheduleId),
  show: (runs) => runs.map(runOf),
});
