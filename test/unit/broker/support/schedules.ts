/** Schedules of an account. */

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import type { DeviceSchedule, Run } from "../../../../broker/contract/schedule.ts";
import type { Account } from "./account.ts";

export const MINUTE = 60_000;
export const NOON = Date.parse("2027-05-03T12:00:00Z");

const MINUTELY: Omit<DeviceSchedule, "id" | "deviceId" | "since"> = {
  name: "Evening",
  state: "on",
  timing: { cron: "* * * * *" },
  timeZone: "UTC",
  place: null,
  missed: "skip",
  grace: 600,
  enabled: true,
};

/** Adds a schedule, due every minute by default. */
export async function schedule(
  account: Account,
  deviceId: string,
  more: Partial<DeviceSchedule> = {},
): Promise<DeviceSchedule> {
  const made = { ...MINUTELY, id: crypto.randomUUID(), deviceId, since: Date.now(), ...more };
  await account.change(() => account.schedules.push(made));
  return made;
}

export const ring = (account: Account) => runDurableObjectAlarm(account.stub as never);
/** Sets the clock and rings the alarm. */
export async function at(account: Account, moment: number): Promise<void> {
  vi.setSystemTime(moment);
  await ring(account);
}
export const runsOf = (account: Account, { id }: Pick<DeviceSchedule, "id">) =>
  account.ask((calls) => calls.schedules.runs(id)) as Promise<Run[]>;
/** Minutes after noon and outcomes, oldest first. */
export const outcomesOf = async (account: Account, schedule: DeviceSchedule) =>
  (await runsOf(account, schedule))
    .toReversed()
    .map(({ plannedAt, outcome }) => [(plannedAt - NOON) / MINUTE, outcome]);
export const inObject = (account: Account, sql: string) =>
  runInDurableObject(account.stub as never, (_: unknown, { storage }: DurableObjectState) =>
    storage.sql.exec(sql).toArray(),
  );
export const alarmOf = (account: Account) =>
  runInDurableObject(account.stub as never, (_: unknown, { storage }: DurableObjectState) =>
    storage.getAlarm(),
  );
export const switches = async (account: Account) =>
  (await account.kept()).flatMap(({ type, actor }) => (actor === null ? [] : [[type, actor]]));
