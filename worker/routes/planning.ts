/** The timing of a schedule in a request: checked, and planned by the broker's own module. */

import type { PlannedTiming, Timing } from "../../broker/contract/schedule.ts";
import { isCron, tidyCron, wrongCronField } from "../../broker/schedules/calendar.ts";
import { isTimeZone, momentOf } from "../../broker/schedules/local-time.ts";
import { nextPlanned } from "../../broker/schedules/planned.ts";
import type { BodyOf } from "../contract/api.ts";
import { MESSAGES } from "../contract/messages.ts";
import { invalidField } from "../errors.ts";

type Given = BodyOf<"previewSchedule">;

/** Returns the plan, or throws a 400 about the first fault. `before`: a time that may have passed. */
export function planOf(given: Given, now: number, before?: Timing): PlannedTiming {
  const { time_zone: timeZone, place = null } = given;
  if (!isTimeZone(timeZone)) throw invalidField("time_zone", MESSAGES.wrongZone);
  const plan = { timing: timingOf(given), timeZone, place };
  if ("sun" in plan.timing && place === null) throw invalidField("place", MESSAGES.noPlace);
  if (nextPlanned(plan, now) === null && JSON.stringify(plan.timing) !== JSON.stringify(before)) {
    throw invalidField("when", "at" in plan.timing ? MESSAGES.past : MESSAGES.neverDue);
  }
  return plan;
}

function timingOf({ when, time_zone: timeZone }: Given): Timing {
  const { cron, sun, offset = 0, days, at } = when;
  const given = [cron, sun, at].filter((each) => each !== undefined);
  if (given.length !== 1) throw invalidField("when", MESSAGES.oneWhen);
  if (days !== undefined && (sun === undefined || days.length === 0))
    throw invalidField("when", MESSAGES.wrongDays);
  if (cron !== undefined) return byCalendar(tidyCron(cron));
  if (sun !== undefined) return { sun, offset, ...someDays(days) };
  return { at: momentIn(at ?? "", timeZone) };
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

const MOMENT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?$/;

/** A time without a zone is local time of the schedule's zone. */
function momentIn(at: string, timeZone: string): number {
  const [, local = "", zone] = MOMENT.exec(at) ?? [];
  const moment = Date.parse(`${local}${zone ?? "Z"}`);
  if (Number.isNaN(moment)) throw invalidField("when", MESSAGES.wrongAt);
  return zone === undefined ? momentOf(moment, timeZone) : moment;
}
