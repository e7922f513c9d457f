/** Switches by schedules and watches on a day whose rows are used up: off is safe and happens, on waits for the next day. */

import { expect, test, vi } from "vitest";
import type { Condition } from "../../../broker/contract/condition.ts";
import { Account, nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { withHub } from "./support/nap.ts";
import { prepare } from "./support/prepare.ts";
import { at, MINUTE, NOON, outcomesOf, schedule as planned, runsOf, switches } from "./support/schedules.ts";
import { sender, watchOn } from "./support/watches.ts";

const ON = { state: "on", set: null } as const;
const OFF = { state: "off", set: null } as const;
const HOUR = 60 * MINUTE;
const MIDNIGHT = NOON + 12 * HOUR;
const MOST = 300;

prepare({ MAX_ROWS_A_DAY: MOST, EVENT_RATE: 0, MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0 }, NOON - 30_000);

const rows = (account: Account) => withHub(account, ({ modules }) => modules.store.rows.today(Date.now()));

async function useUp(account: Account): Promise<void> {
  const writer = await Client.connect(account, { clientId: account.apiKey().clientId() });
  for (let n = 0; (await rows(account)) < MOST; n++) {
    await writer.publishQos1(account.topic(`r/${n % 9}`), "x", { retain: true });
  }
}

function scene() {
  const account = new Account();
  const { deviceId } = account.device();
  const order = (state: "on" | "off") => account.ask((calls) => calls.devices.switchDevice(deviceId, state));
  const plan = (state: "on" | "off", cron: string, more = {}) =>
    planned(account, deviceId, { state, timing: { cron }, ...more });
  return { account, deviceId, order, plan };
}

test("a schedule that switches on waits until midnight UTC, and its missed times are one run", async () => {
  const { account, plan } = scene();
  const on = await plan("on", "* * * * *");
  await useUp(account);
  const before = await rows(account);
  await at(account, NOON);
  expect(await account.ask((calls) => calls.account.refusals())).toMatchObject([
    { kind: "limit", remedy: { kind: "limit", limit: "MAX_ROWS_A_DAY" } },
  ]);
  for (let minute = 1; minute < 30; minute++) await at(account, NOON + minute * MINUTE);
  await nap(account);
  for (let minute = 30; minute < 60; minute++) await at(account, NOON + minute * MINUTE);
  expect(await switches(account)).toEqual([]);
  expect(await runsOf(account, on)).toEqual([]);
  // its next time, and the row of the refusal log
  expect((await rows(account)) - before).toBeLessThan(20);
  await at(account, MIDNIGHT);
  const runs = await outcomesOf(account, on);
  expect(runs[0]).toEqual([709, "missed"]);
  expect(runs.at(-1)).toEqual([720, "not_connected"]);
  expect(runs).toHaveLength(12);
});

test("one that switches off runs, and does not repeat itself within the hour", async () => {
  const { account, order, plan } = scene();
  const evening = await plan("off", "5 12 * * *");
  const minutely = await plan("off", "10-59 12-23 * * *", { grace: 0 });
  await order("on");
  await useUp(account);
  for (let minute = 0; minute < 130; minute++) await at(account, NOON + minute * MINUTE);
  const ran = async (schedule: typeof evening) =>
    (await outcomesOf(account, schedule)).filter(([, outcome]) => outcome === "not_connected");
  expect(await ran(evening)).toEqual([[5, "not_connected"]]);
  expect((await ran(minutely)).map(([minute]) => minute)).toEqual([10, 70]);
  expect((await switches(account)).map(([type]) => type)).toEqual([
    "turned_on",
    "turned_off",
    "turned_off",
    "turned_off",
  ]);
});

test("all schedules of an account write a bounded number of rows", async () => {
  const { account, order, plan } = scene();
  for (let n = 0; n < 10; n++) await plan(n % 2 === 0 ? "on" : "off", "* * * * *", { grace: 0 });
  await order("on");
  await useUp(account);
  const before = await rows(account);
  for (let minute = 0; minute < 119; minute++) await at(account, NOON + minute * MINUTE);
  // five that switch off, twice each: some 25 rows with the missed times between
  expect((await rows(account)) - before).toBeLessThan(5 * 2 * 30);
});

test("a device switches off by its settings, which no schedule and no call can undo before midnight", async () => {
  const { account, deviceId, order, plan } = scene();
  await account.change(() => {
    account.switching = [{ deviceId, commandTtl: 86_400, autoOff: 60, offOnDisconnect: false }];
  });
  await plan("on", "2 12 * * *");
  await order("on");
  await useUp(account);
  for (let minute = 0; minute < 5; minute++) await at(account, NOON + minute * MINUTE);
  expect(await order("on")).toMatchObject({ retryAfter: expect.any(Number) });
  expect(await switches(account)).toEqual([
    ["turned_on", "api"],
    ["turned_off", "timer"],
  ]);
});

test("what waited runs late on the next day, where the schedule asks for it", async () => {
  const { account, plan } = scene();
  const on = await plan("on", "5 12 * * *", { missed: "once" });
  await useUp(account);
  await at(account, NOON + 5 * MINUTE);
  expect(await switches(account)).toEqual([]);
  vi.setSystemTime(MIDNIGHT + 1000);
  await at(account, MIDNIGHT + 1000);
  // the latest one runs, however late
  expect(await outcomesOf(account, on)).toEqual([[5, "not_connected"]]);
  expect((await switches(account)).map(([type]) => type)).toEqual(["turned_on"]);
});

test("a watch that switches off does so once an hour, and one that switches on is refused with the reason", async () => {
  const account = new Account();
  const [sensor, pump] = [account.device(), account.device()];
  await account.change(() => {});
  const stop = { kind: "device", deviceId: pump.deviceId, raised: OFF, cleared: ON } as const;
  const target = { id: "pump", address: stop, createdAt: NOON, disabled: null };
  await account.ask((calls) => calls.watches.putTarget(target, 10));
  const flood: Condition = { above: 25, clear: 24, forMs: 0 };
  const watch = await watchOn(account, sensor.deviceId, flood, { key: "t", targets: ["pump"] });
  await account.ask((calls) => calls.devices.switchDevice(pump.deviceId, "on"));
  await useUp(account);
  const { send } = await sender(account, sensor);
  const outcomes = async () =>
    (await watch.notices()).toReversed().map(({ state, deliveries }) => [state, deliveries[0]?.detail]);
  await send(1, { t: 26 });
  await send(2, { t: 23 });
  await send(300, { t: 26 });
  const refused = "Not switched: the account's storage limit for today is reached (MAX_ROWS_A_DAY).";
  expect(await outcomes()).toEqual([
    ["raised", expect.stringMatching(/^Sent to .+: off\.$/)],
    ["cleared", refused],
    ["raised", refused],
  ]);
  // its connection has ended by its keep-alive
  vi.setSystemTime(NOON + 2 * HOUR);
  const later = await sender(account, sensor);
  await later.send(7201, { t: 23 });
  await later.send(7220, { t: 26 });
  expect((await outcomes()).slice(4)).toEqual([["raised", expect.stringMatching(/^Sent to /)]]);
  expect(await switches(account)).toHaveLength(3);
});
