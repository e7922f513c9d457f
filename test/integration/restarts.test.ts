/** The same data over a start on an empty folder, a kill -9, a stop, and hours in between. */

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import mqtt from "mqtt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DeviceConnection } from "../../worker/contract/devices.ts";
import type { DeviceEvent } from "../../worker/contract/events.ts";
import type { Schedule, ScheduleRun } from "../../worker/contract/schedules.ts";
import { databasesIn } from "../../worker/local/migrate.ts";
import { type Account, newAccount, newDeviceSetup } from "../support/account.ts";
import { paho } from "../support/device-process.ts";
import { linkTo } from "../support/emails.ts";
import { failingStart } from "../support/failing-start.ts";
import { MAIL_PATH } from "../support/mail-key.ts";
import { receiver, subscriptionAt } from "../support/notice-receivers.ts";
import {
  freePort,
  newStateDirectory,
  type RunningProduct,
  startProductProcess,
} from "../support/product-process.ts";
import { until } from "../support/until.ts";
import { loseDevice } from "./lost-device-notices.ts";

/** The databases of the accounts' objects. */
const BROKERS = "v3/do/switchyard-Broker";
const HOUR = 3_600_000;

const stateDirectory = newStateDirectory();
const [port, tcpPort] = [await freePort(), await freePort()];
const pushServices = [await receiver(201), await receiver(201)] as const;
let product: RunningProduct;
const start = async () => {
  const hosts = pushServices.map(({ host }) => host).join(",");
  const variables = ["WEBHOOK_LAN:true", `PUSH_HOSTS:${hosts}`];
  product = await startProductProcess({ stateDirectory, port, tcpPort, variables });
};

beforeAll(start, 90_000);
afterAll(async () => {
  await product.stop();
  await Promise.all(pushServices.map(({ close }) => close()));
  rmSync(stateDirectory, { recursive: true, force: true });
});

it("prints in one sentence that the data is in use", async () => {
  const { code, said } = await failingStart(stateDirectory);
  expect(code).toBe(1);
  expect(said.trim()).toMatch(/^Switchyard already runs with the data in .*: stop it first, .*\.$/);
});

// events are read from the database, which wakes no account's broker
const eventsOf = (account: Account) => account.call<DeviceEvent[]>("GET", "/v0/events/devices/on-off/");

/** Connected, and switched on. */
async function newLamp() {
  const { account, device, login, control: topic } = await newDeviceSetup(product.url);
  const place = { baseUrl: product.url, userId: account.userId, topic };
  const lamp = await paho({ ...place, version: 4, login });
  await account.untilEvent(device.id, "connected");
  await account.switchDevice(device, "on");
  await lamp.untilHeard(1);
  return { account, device, kill: lamp.kill };
}

/** Switches itself off after five seconds. */
async function newPump() {
  const account = await newAccount(product.url);
  await account.newKey();
  const { id } = await account.newDevice("Pump");
  const path = `/v0/devices/on-off/${id}/`;
  await account.call("PUT", path, { name: "Pump", auto_off: 5 });
  return { account, id, switchOn: () => account.call("POST", `${path}switch/`, { state: true }) };
}

/** Returns the retained message of the account as a new client receives it. */
async function retainedOf(account: Account, retain?: Buffer): Promise<Buffer> {
  const { key } = await account.newKey();
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${tcpPort}`, {
    clientId: `${key}__r`,
    keepalive: 0,
  });
  const topic = `${account.userId}/zigbee2mqtt/bridge/definitions`;
  if (retain !== undefined) await client.publishAsync(topic, retain, { qos: 1, retain: true });
  const received = new Promise<Buffer>((resolve) => client.once("message", (_, payload) => resolve(payload)));
  await client.subscribeAsync(topic, { qos: 1 });
  const payload = await received;
  await client.endAsync(true);
  return payload;
}

describe("a kill -9", () => {
  const large = Buffer.alloc(400_000, "d");
  let lamp: Awaited<ReturnType<typeof newLamp>>;
  let pump: Awaited<ReturnType<typeof newPump>>;
  let killedAt: number;
  let checkNotices: Awaited<ReturnType<typeof loseDevice>>;
  beforeAll(async () => {
    lamp = await newLamp();
    pump = await newPump();
    await retainedOf(lamp.account, large);
    checkNotices = await loseDevice(product.url, pushServices[0]);
    await pump.switchOn();
    killedAt = Date.now();
    await product.kill();
    await lamp.kill();
    await start();
  }, 180_000);

  it("is shown in the connection history as closed by the service, not as lost", async () => {
    const path = `/v0/devices/on-off/${lamp.device.id}/connections/`;
    const ended = async () => {
      const [last] = await lamp.account.call<DeviceConnection[]>("GET", path);
      return last !== undefined && last.disconnected_at !== null ? last : null;
    };
    expect((await until("its end", ended)).service_close_code).toBe(1012);
  });

  it(
    "changes no notice: each reaches verified webhooks and browsers once, and so does that of a return",
    () => checkNotices(tcpPort),
    180_000,
  );

  it("does not keep a device from its auto-off, without any client", async () => {
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
  });

  it("loses neither data nor a retained message of 400 KB, and ends connections that are recorded [F84]", async () => {
    const { account, device } = lamp;
    expect(await account.device(device.id)).toMatchObject({ name: "Lamp", state: true });
    await account.untilEvent(device.id, "disconnected");
    expect(await account.events(device.id)).toEqual(["connected", "turned_on", "disconnected"]);
    expect(large.equals(await retainedOf(account))).toBe(true);
  });
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
  const browser = subscriptionAt(pushServices[1].url);
  const body = { kind: "push", subscription: browser.subscription };
  const { id } = await account.call<{ id: string }>("POST", "/v0/targets/", body);
  const when = { device, events: ["schedule_missed"] };
  await account.call("POST", "/v0/watches/", { name: "Missed", when, targets: [id] });
  return async () => {
    const [message] = await until(
      "the push message",
      () => pushServices[1].requests.length > 0 && pushServices[1].requests,
    );
    return JSON.parse(browser.decrypt(message?.body ?? Buffer.alloc(0))) as { title: string; body: string };
  };
}

describe("a stop", () => {
  let account: Account;
  let skip: Awaited<ReturnType<typeof newSchedule>>;
  let once: Awaited<ReturnType<typeof newSchedule>>;
  let notice: Awaited<ReturnType<typeof watchMissed>>;
  const letters = async (): Promise<unknown[]> =>
    (await fetch(new URL(MAIL_PATH, product.url), { headers: { accept: "application/json" } })).json();
  beforeAll(async () => {
    account = await newAccount(product.url);
    await account.newKey();
    skip = await newSchedule(account, "Skip", "skip");
    once = await newSchedule(account, "Once", "once");
    notice = await watchMissed(account, skip.device.id);
    await linkTo(product.url, account.email, "verify");
    expect(await letters()).not.toEqual([]);
    await product.stop();
  }, 120_000);

  it("before a start whose database was lost, emptied or cut short: that is refused, with the remedy [F79]", async () => {
    const [file = ""] = databasesIn(stateDirectory);
    // merges the write-ahead log
    change(file, "PRAGMA wal_checkpoint(TRUNCATE)");
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, whole.length / 2));
    const damaged = await failingStart(stateDirectory);
    expect(damaged.code).toBe(1);
    expect(damaged.said.trim()).toMatch(/^The database .* is damaged \(.*\): restore a copy, .*\.$/);
    for (const lose of [() => writeFileSync(file, ""), () => rmSync(file)]) {
      lose();
      const lost = await failingStart(stateDirectory);
      expect(lost.code).toBe(1);
      expect(lost.said.trim()).toMatch(
        / has data of accounts, but the database has no account: it was lost or emptied\. .*START_EMPTY=1 npm start/,
      );
      writeFileSync(file, whole);
    }
  }, 90_000);

  it("across three planned times: skip has one run of three missed times, and a notice, once one of two superseded and a late run; expired rows are deleted [F78] [F261] [F262]", async () => {
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
    expect(pushServices[1].requests).toHaveLength(1);
    expect(await eventsOf(account)).toMatchObject([
      { device_id: once.device.id, actor: "schedule", schedule: { id: once.id, name: "Once" } },
    ]);
    await until("the end of old letters", async () => (await letters()).length === 0);
  }, 120_000);
});
