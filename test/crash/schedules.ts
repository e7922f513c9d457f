/** Planned times before a crash, at it, and while the product is down. */

import type { Schedule, ScheduleRun } from "../../worker/contract/schedules.ts";
import type { Account } from "../support/account.ts";
import { until } from "../support/until.ts";
import type { History, ScheduleOutcome } from "./history.ts";

/** Schedules of a life, and the time to the first one. Milliseconds. */
const MADE = 4;
const AHEAD = 1000;

/** Each is due once, half a second after the one before. A machine too slow for that is given twice the time. */
export async function planSchedules({ call }: Account, path: string, isOver: () => boolean): Promise<void> {
  let ahead = AHEAD;
  for (let n = 0; n < MADE && !isOver(); n++) {
    const at = Date.now() + ahead * (1 + n / 2);
    const when = { at: new Date(at).toISOString() };
    try {
      await call("POST", path, { name: "Once", state: n % 2 === 0, when, time_zone: "UTC" });
    } catch (error) {
      if (Date.now() < at || !String(error).includes("has passed")) throw error;
      ahead *= 2;
    }
  }
}

/** The runs of a device's schedules, after the last planned time. */
export async function readScheduleRuns(
  { call }: Account,
  path: string,
): Promise<ScheduleOutcome["schedules"]> {
  const list = await until("the last planned time", async () => {
    const all = await call<Schedule[]>("GET", path);
    return all.every(({ last_run }) => last_run !== null) && all;
  });
  const schedules: ScheduleOutcome["schedules"] = [];
  for (const { id, state } of list) {
    const runs = await call<ScheduleRun[]>("GET", `${path}${id}/runs/`);
    schedules.push({ id, state, runs });
  }
  return schedules;
}

/** Each planned time has one run, and each run one switch. */
export function scheduleErrors({ scheduled }: History): string[] {
  return scheduled.flatMap(({ schedules, switches }) => {
    const wrong = schedules.filter(({ runs }) => runs.length !== 1 || runs[0]?.ran_at === null);
    const ran = schedules.flatMap(({ runs }) => runs.filter(({ ran_at }) => ran_at !== null)).length;
    return [
      ...wrong.map(({ id, runs }) => `${id} was to run once and says ${JSON.stringify(runs)}`),
      ...(ran === switches ? [] : [`${ran} runs, and ${switches} switches`]),
    ];
  });
}
