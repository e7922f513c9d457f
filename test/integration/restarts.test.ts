/** The same data over a kill -9, a stop, and hours in between. */

import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { DeviceEvent } from "../../worker/contract/event.ts";
import type { Schedule, ScheduleRun } from "../../worker/contract/schedule.ts";
import { databasesIn } from "../../worker/local/local-database.ts";
import { type Account, newAccount, newDeviceSetup } from "../support/account.ts";
import { paho } from "../support/device-process.ts";
import { linkTo } from "../support/emails.ts";
import { MAIL_PATH } from "../support/mail-key.ts";
import { receiver, subscriptionAt } from "../support/notice-receivers.ts";
import {
  freePort,
  newStateDirectory,
  type RunningProduct,
  startProductProcess,
} from "../support/product-process.ts";
import { until } from "../support/until.ts";

/** The databases of the accounts' objects. */
const BROKERS = "v3/do/switchyard-Broker";
const HOUR = 3_600_000;

const stateDirectory = await newStateDirectory();
const port = await freePort();
const pushService = await receiver(201);
let product: RunningProduct;
const start = async () => {
  product = await startProductProcess({
    ...{ stateDirectory, port, tcpPort: 0 },
    variables: ["WEBHOOK_LAN:true", `PUSH_HOSTS:${pushService.host}`],
  });
};

beforeAll(start, 90_000);
afterAll(async () => {
  await product.stop();
  await pushService.close();
  rmSync(stateDirectory, { recursive: true, force: true });
});

// events are read from the database, which wakes no account's broker
const eventsOf = (account: Account) => account.call<DeviceEvent[]>("GET", "/v0/events/devices/on-off/");

async function newPump() {
  const account = await newAccount(product.url);
  await account.newKey();
  const { id } = await account.newDevice("Pump");
  const path = `/v0/devices/on-off/${id}/`;
  await account.call("PUT", path, { name: "Pump", auto_off: 5 });
  await account.call("POST", `${path}switch/`, { state: true });
  return { account, id };
}

it("a kill -9 loses no data, the connections that it ended are recorded, and auto-off happens without any client", {
  timeout: 120_000,
}, async () => {
  const { account, device, login, control } = await newDeviceSetup(product.url);
  const lamp = await paho({
    baseUrl: product.url,
    userId: account.userId,
    version: 4,
    login,
    topic: control,
  });
  await account.untilEvent(device.id, "connected");
  await account.switchDevice(device, "on");
  await lamp.untilHeard(1);
  const pump = await newPump();
  const killedAt = Date.now();
  await product.kill();
  await lamp.kill();

  await start();
  // only its alarm wakes the account's broker
  const switches = await until(
    "the switch off",
    async () => {
      const list = await eventsOf(pump.account);
      return list.length > 1 && list;
    },
    60_000,
  );
  expect(switches).toMatchObject([
    { event_type: "turned_off", actor: "timer" },
    { event_type: "turned_on", actor: "api" },
  ]);
  expect(Date.parse(switches[0]?.created_at ?? "")).toBeGreaterThan(killedAt);
  expect(await pump.account.device(pump.id)).toMatchObject({ state: false });

  expect(await account.device(device.id)).toMatchObject({ name: "Lamp", state: true });
  await account.untilEvent(device.id, "disconnected");
  expect(await account.events(device.id)).toEqual(["connected", "turned_on", "disconnected"]);
});

function change(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

async function newSchedule(account: Account, name: string, missed: "skip" | "once") {
  const device = await account.newDevice(name);
  const path = `/v0/devices/on-off/${device.id}/schedules/`;
  // each hour, half an hour from now: no fourth time passes during the test
  const when = { cron: `${new Date(Date.now() + HOUR / 2).getUTCMinutes()} * * * *` };
  const plan = { name, state: true, when, time_zone: "UTC", grace: "PT0S", missed };
  const { id, next_at } = await account.call<Schedule>("POST", path, plan);
  const times = [1, 2, 3].map((ago) => new Date(Date.parse(next_at ?? "") - ago * HOUR).toISOString());
  const runs = async () => {
    const list = await until("all runs", async () => {
      const found = await account.call<ScheduleRun[]>("GET", `${path}${id}/runs/`);
      return found.reduce((sum, { count }) => sum + count, 0) >= 3 && found;
    });
    return list.map(({ planned_at, outcome, count, ran_at }) => [
      planned_at,
      outcome,
      count,
      ran_at !== null,
    ]);
  };
  return { id, device, times, runs };
}

/** A browser that is notified of missed schedules of the device. */
async function watchMissed(account: Account, device: string) {
  const browser = subscriptionAt(pushService.url);
  const body = { kind: "push", subscription: browser.subscription };
  const { id } = await account.call<{ id: string }>("POST", "/v0/targets/", body);
  const when = { device, events: ["schedule_missed"] };
  await account.call("POST", "/v0/watches/", { name: "Missed", when, targets: [id] });
  return async () => {
    const [message] = await until(
      "the push message",
      () => pushService.requests.length > 0 && pushService.requests,
    );
    return JSON.parse(browser.decrypt(message?.body ?? Buffer.alloc(0))) as { title: string; body: string };
  };
}

it("stopped across three planned times: skip has one run of three missed times, and a notice, once one of two superseded and a late run; expired rows are deleted [F78] [F261] [F262]", {
  timeout: 120_000,
}, async () => {
  const account = await newAccount(product.url);
  await account.newKey();
  const skip = await newSchedule(account, "Skip", "skip");
  const once = await newSchedule(account, "Once", "once");
  const notice = await watchMissed(account, skip.device.id);
  await linkTo(product.url, account.email, "verify");
  const letters = async (): Promise<unknown[]> =>
    (await fetch(new URL(MAIL_PATH, product.url), { headers: { accept: "application/json" } })).json();
  expect(await letters()).not.toEqual([]);
  await product.stop();
  // Three hours pass, and more for the letters.
  for (const file of databasesIn(stateDirectory, BROKERS)) {
    change(file, `UPDATE schedules SET next_at = next_at - ${3 * HOUR}`);
  }
  for (const file of databasesIn(stateDirectory)) {
    change(file, "UPDATE mail_outbox SET created_at = 1, next_attempt_at = NULL");
  }

  await start();
  expect(await once.runs()).toEqual([
    [once.times[0], "not_connected", 1, true],
    [once.times[1], "superseded", 2, false],
  ]);
  const [missed] = await skip.runs();
  expect(missed?.slice(0, 3)).toEqual([skip.times[0], "missed", 3]);
  expect(await notice()).toMatchObject({ title: "Missed", body: expect.stringContaining("Skip") });
  expect(pushService.requests).toHaveLength(1);
  expect(await eventsOf(account)).toMatchObject([
    { device_id: once.device.id, actor: "schedule", schedule: { id: once.id, name: "Once" } },
  ]);
  await until("the end of old letters", async () => (await letters()).length === 0);
});
