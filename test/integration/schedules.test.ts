/** Three planned times of each schedule pass while the product is stopped. */

import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import type { DeviceEvent } from "../../worker/contract/event.ts";
import type { Schedule, ScheduleRun } from "../../worker/contract/schedule.ts";
import { databasesIn } from "../../worker/local/local-database.ts";
import { newAccount } from "../support/account.ts";
import { ownProduct } from "../support/own-product.ts";
import { until } from "../support/until.ts";

/** The databases of the accounts' objects. */
const BROKERS = "v3/do/switchyard-Broker";
const HOUR = 3_600_000;

/** Moves each schedule's next time three hours back, instead of waiting. */
function threeHoursPass(state: string): void {
  for (const file of databasesIn(state, BROKERS)) {
    const database = new DatabaseSync(file);
    database.exec(`UPDATE schedules SET next_at = next_at - ${3 * HOUR}`);
    database.close();
  }
}

it("stopped across three planned times: skip has one run of three missed times, once one of two superseded and a late run [F261] [F262]", {
  timeout: 120_000,
}, async () => {
  const { start, stateDirectory } = await ownProduct();
  const product = await start({ tcpPort: 0 });
  const account = await newAccount(product.url);
  await account.newKey();
  // each hour, half an hour from now: no fourth time passes during the test
  const cron = `${new Date(Date.now() + HOUR / 2).getUTCMinutes()} * * * *`;
  const make = async (name: string, missed: "skip" | "once") => {
    const device = await account.newDevice(name);
    const path = `/v0/devices/on-off/${device.id}/schedules/`;
    const plan = { name, state: true, when: { cron }, time_zone: "UTC", grace: "PT0S", missed };
    const { id, next_at } = await account.call<Schedule>("POST", path, plan);
    const planned = [1, 2, 3].map((ago) => Date.parse(next_at ?? "") - ago * HOUR);
    return { id, device, path: `${path}${id}/runs/`, times: planned.map((at) => new Date(at).toISOString()) };
  };
  const [skip, once] = [await make("Skip", "skip"), await make("Once", "once")];
  await product.stop();
  threeHoursPass(stateDirectory);

  await start({ tcpPort: 0 });
  const runs = ({ path }: typeof skip) =>
    until("all runs", async () => {
      const list = await account.call<ScheduleRun[]>("GET", path);
      return list.reduce((sum, { count }) => sum + count, 0) >= 3 && list;
    });
  const outcomes = (list: ScheduleRun[]) =>
    list.map(({ planned_at, outcome, count }) => [planned_at, outcome, count]);
  const late = await runs(once);
  expect(outcomes(late)).toEqual([
    [once.times[0], "not_connected", 1],
    [once.times[1], "superseded", 2],
  ]);
  expect(late.map(({ ran_at }) => ran_at === null)).toEqual([false, true]);
  expect(outcomes(await runs(skip))).toEqual([[skip.times[0], "missed", 3]]);
  const events = await account.call<DeviceEvent[]>("GET", "/v0/events/devices/on-off/");
  expect(events).toMatchObject([
    { device_id: once.device.id, actor: "schedule", schedule: { id: once.id, name: "Once" } },
  ]);
});
