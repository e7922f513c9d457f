/** What raises and clears watches, from real causes: presence, silence, values, commands and clocks. */

import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import type { Availability, DiscoveredSwitch } from "../../../broker/contract/discovered.ts";
import type { Hub } from "../../../broker/hub.ts";
import type { AdoptedDevice } from "../../../broker/storage/rights-copy.ts";
import { Account, nap } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { adopt, press } from "./support/discovered.ts";
import { prepare } from "./support/prepare.ts";
import { alarmOf, at, inObject, MINUTE, NOON } from "./support/schedules.ts";
import { SECOND, sender, watched, watchOn } from "./support/watches.ts";

prepare({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0 }, NOON);

const HOUR = 3_600_000;
const second = (count: number) => NOON + count * SECOND;

const LAMP: DiscoveredSwitch = {
  commandTopic: "lamp/set",
  payloadOn: "1",
  payloadOff: "0",
  retain: false,
  state: { topic: "lamp", path: [], on: "1", off: "0" },
  availability: [{ topic: "lamp/there", path: [], online: "here", offline: "away" }],
  availabilityMode: "latest",
};

async function adoptedLamp() {
  const account = new Account();
  const client = await Client.connect(account, account.root(), 4);
  const say = async (topic: string, payload: string) => {
    client.publish(topic, payload);
    await client.all();
  };
  const listed = { id: "", place: "p/config", name: "Lamp", source: "", how: LAMP, truncated: false };
  return { account, say, deviceId: await adopt(account, listed) };
}

test("an adopted device is lost by its own report, and its command is taken by its own state", async () => {
  const { account, say, deviceId } = await adoptedLamp();
  await say("lamp/there", "here");
  const lost = await watchOn(account, deviceId, { lostForMs: MINUTE });
  const untaken = await watchOn(account, deviceId, { notTakenForMs: 30 * SECOND });
  vi.setSystemTime(second(5));
  await say("lamp/there", "away");
  await nap(account);
  await at(account, second(65));
  expect(await lost.log()).toEqual([["raised", 65]]);
  await press(account, deviceId, "on", 0);
  await at(account, second(95));
  expect(await untaken.log()).toEqual([["raised", 95]]);
  await say("lamp/there", "here");
  await say("lamp", "1");
  expect(await lost.log()).toEqual([
    ["raised", 65],
    ["cleared", 95],
  ]);
  expect(await untaken.log()).toEqual([
    ["raised", 95],
    ["cleared", 95],
  ]);
});

test("a device that flaps once a second for an hour raises once and clears once [F500]", async () => {
  const { account, say, deviceId } = await adoptedLamp();
  await say("lamp/there", "here");
  const { log } = await watchOn(account, deviceId, { lostForMs: 2 * MINUTE });
  await say("lamp/there", "away");
  await at(account, second(120));
  await flap(account, 121, 3722);
  await at(account, NOON + 2 * HOUR);
  expect(await log()).toEqual([
    ["raised", 120],
    ["cleared", 121],
  ]);
});

/** In the object, with the alarm whenever it is due. Away in even seconds. */
const flap = (account: Account, from: number, to: number) =>
  runInDurableObject(account.stub, async (object, { storage }) => {
    const { turns, discoveredDevices, store } = (object as unknown as { hub: Hub }).hub.modules;
    const [device] = store.rightsCopy.found as [AdoptedDevice];
    const [where] = device.found.availability as [Availability];
    for (let now = from; now < to; now++) {
      vi.setSystemTime(second(now));
      const due = await storage.getAlarm();
      if (due !== null && due <= second(now)) {
        await storage.deleteAlarm();
        await object.alarm({ isRetry: false, retryCount: 0, scheduledTime: due });
      }
      const payload = new TextEncoder().encode(now % 2 === 0 ? where.offline : where.online);
      const message = { topic: "", payload, qos: 0 as const, retain: false, properties: {}, expiresAt: null };
      turns.turn((plan) => discoveredDevices.reportAvailability(plan, device, where, message));
    }
  });

test("a client of a device that has another one does not lose it", async () => {
  const { account, device, log } = await watched({ lostForMs: MINUTE });
  const [first, second] = [await Client.connect(account, device), await Client.connect(account, device)];
  vi.setSystemTime(NOON + 5 * SECOND);
  await first.lose();
  await at(account, NOON + 2 * MINUTE);
  expect(await log()).toEqual([]);
  await second.lose();
  await eventually(
    () => account.ask((calls) => calls.watches.listWatches()),
    ([watch]) => watch?.state === "pending",
  );
  await at(account, NOON + 3 * MINUTE);
  expect(await log()).toEqual([["raised", 180]]);
});

test("an automatic silence is three median intervals, which a new series shows after a few samples", async () => {
  const { account, device, log } = await watched({ silentForMs: "auto" }, { key: "t" });
  const { send } = await sender(account, device);
  await at(account, second(5));
  for (const now of [10, 13, 16, 20]) await send(now, { t: 1 });
  const [watch] = await account.ask((calls) => calls.watches.listWatches());
  expect(watch?.nextAt).toBe(second(29));
  expect(await alarmOf(account)).toBe(second(30));
  await nap(account);
  await at(account, second(28));
  expect(await log()).toEqual([]);
  await at(account, second(30));
  expect(await log()).toEqual([["raised", 30]]);
  await send(40, { t: 1 });
  expect((await log()).at(-1)).toEqual(["cleared", 40]);
});

test("the alarm follows an automatic silence that becomes shorter", async () => {
  const { account, device } = await watched({ silentForMs: "auto" }, { key: "t" });
  const { send } = await sender(account, device);
  for (const minute of [0, 10, 20, 30, 40]) await send(minute * 60, { t: 1 });
  await at(account, second(2400));
  await runInDurableObject(account.stub, (object) => {
    const { history } = (object as unknown as { hub: Hub }).hub.modules.store;
    for (const row of history.all()) history.setUsual(row, 5 * SECOND);
  });
  await send(2401, { t: 1 });
  expect(await alarmOf(account)).toBe(second(2416));
});

test("a watch on a value that is beyond its threshold already is pending at once, also after a nap", async () => {
  const { account, device } = await watched({ events: ["errored"] });
  const { send } = await sender(account, device);
  await send(1, { t: 9 });
  const { log } = await watchOn(
    account,
    device.deviceId,
    { above: 8, clear: 6, forMs: 10 * SECOND },
    { key: "t" },
  );
  await nap(account);
  await at(account, second(12));
  expect(await log()).toEqual([["raised", 12]]);
});

test("a value that goes beyond its threshold within the pause after a clear is not forgotten by a nap", async () => {
  const when = { above: 8, clear: 6, forMs: 10 * SECOND };
  const { account, device, log } = await watched(when, { key: "t" });
  const { send } = await sender(account, device);
  await send(0, { t: 9 });
  await at(account, second(10));
  await send(20, { t: 5 });
  await send(21, { t: 9 });
  await nap(account);
  await at(account, second(25));
  await at(account, second(40));
  expect((await log()).map(([state]) => state)).toEqual(["raised", "cleared", "raised"]);
});

test("a watch that is changed, or paused and resumed, sends its next notice, too [F501]", async () => {
  const { account, log, put } = await watched({ lostForMs: MINUTE });
  await at(account, second(60));
  await put({ enabled: false });
  await put({ enabled: true });
  await at(account, second(200));
  await put({ when: { lostForMs: 2 * MINUTE } });
  await at(account, second(400));
  expect((await log()).map(([state]) => state)).toEqual(["raised", "raised", "raised"]);
});

test("a silent series of a sending device is not silent when the day's rows are used up", async () => {
  const { account, device, log } = await watched({ silentForMs: 30 * SECOND }, { key: "t" });
  const bound = await watchOn(account, device.deviceId, { above: 8, clear: 6, forMs: SECOND }, { key: "t" });
  const { send } = await sender(account, device);
  await send(0, { t: 1 });
  await inObject(account, "UPDATE meta SET rows_written = 1000000000000");
  await nap(account);
  for (let now = 10; now <= 60; now += 10) {
    await at(account, second(now));
    await send(now, { t: 9 });
  }
  await at(account, second(62));
  expect(await log()).toEqual([]);
  expect((await bound.log()).map(([state]) => state)).toEqual(["raised"]);
});

test.each([HOUR, -HOUR])("a clock that jumps by %i ms and back raises nothing twice [F502]", async (jump) => {
  const lost = await watched({ lostForMs: 2 * MINUTE });
  const { account, device } = lost;
  const untaken = await watchOn(account, device.deviceId, { notTakenForMs: 2 * MINUTE });
  const silent = await watchOn(account, device.deviceId, { silentForMs: 2 * MINUTE }, { key: "t" });
  const { client, send } = await sender(account, device);
  await send(5, { t: 1 });
  await client.lose();
  await eventually(
    () => account.ask((calls) => calls.watches.listWatches()),
    (watches) => watches.some(({ state }) => state === "pending"),
  );
  await account.ask((calls) => calls.devices.switchDevice(device.deviceId, "on"));
  for (const moment of [10_000, jump + 11_000, jump + 40_000, 41_000, 200_000, 260_000, 400_000]) {
    await at(account, NOON + moment);
    await at(account, NOON + moment + 1);
  }
  const states = async ({ log }: Pick<typeof lost, "log">) => (await log()).map(([state]) => state);
  for (const [name, watch] of Object.entries({ lost, untaken, silent }))
    expect([name, await states(watch)]).toEqual([name, ["raised"]]);
  const back = await sender(account, device);
  await back.send(401, { t: 1 });
  expect(await states(lost)).toEqual(["raised", "cleared"]);
  expect(await states(silent)).toEqual(["raised", "cleared"]);
});

test("a series that the broker could not hear, because it was down, gets time to go on [F503]", async () => {
  const { account, device, log } = await watched({ silentForMs: 5 * MINUTE }, { key: "t" });
  const { send } = await sender(account, device);
  await send(0, { t: 1 });
  await nap(account);
  await at(account, NOON + HOUR);
  expect(await log()).toEqual([]);
  await nap(account);
  await at(account, NOON + HOUR + 59 * SECOND);
  expect(await log()).toEqual([]);
  await at(account, NOON + HOUR + MINUTE);
  expect((await log()).map(([state]) => state)).toEqual(["raised"]);
});
