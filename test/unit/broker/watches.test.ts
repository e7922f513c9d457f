/** Watches in the account's object: what they observe is a notice in the commit of its cause, and deliveries follow. */

import { expect, test, vi } from "vitest";
import type { Attempt } from "../../../broker/contract/watch.ts";
import { deliveries, nap } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { BRIGHTNESS } from "./support/controls.ts";
import { prepare } from "./support/prepare.ts";
import { alarmOf, at, inObject, MINUTE, NOON, schedule } from "./support/schedules.ts";
import { SECOND, sender, watched } from "./support/watches.ts";

prepare({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0 }, NOON);

test("a device that is lost raises at the deadline, through the alarm of a sleeping object, and clears", async () => {
  const { account, device, log } = await watched({ lostForMs: 2 * MINUTE });
  const lamp = await Client.connect(account, device);
  vi.setSystemTime(NOON + 10 * SECOND);
  await lamp.lose();
  await eventually(
    () => account.ask((calls) => calls.watches.listWatches()),
    ([watch]) => watch?.nextAt === NOON + 10 * SECOND + 2 * MINUTE,
  );
  await nap(account);
  await at(account, NOON + 129 * SECOND);
  expect(await log()).toEqual([]);
  await at(account, NOON + 131 * SECOND);
  expect(await log()).toEqual([["raised", 131]]);
  vi.setSystemTime(NOON + 200 * SECOND);
  await Client.connect(account, device);
  expect(await log()).toEqual([
    ["raised", 131],
    ["cleared", 200],
  ]);
});

test("a device that was never connected is lost from the creation of the watch", async () => {
  const { account, log } = await watched({ lostForMs: MINUTE });
  await at(account, NOON + MINUTE);
  expect(await log()).toEqual([["raised", 60]]);
});

test("a threshold writes a row when its state changes, and none for other samples", async () => {
  const { account, device, watch, log } = await watched(
    { above: 8, clear: 6, forMs: 10 * SECOND },
    { key: "t" },
  );
  const { send: sendValues } = await sender(account, device);
  const send = (second: number, t: number) => sendValues(second, { t });
  await inObject(account, "CREATE TABLE writes (id TEXT)");
  await inObject(
    account,
    "CREATE TRIGGER counted AFTER UPDATE ON watches BEGIN INSERT INTO writes VALUES (new.id); END",
  );
  const writes = async () => (await inObject(account, "SELECT id FROM writes")).length;
  for (let second = 1; second < 5; second++) await send(second, second + 3);
  expect(await writes()).toBe(0);
  await send(5, 9);
  expect((await account.ask((calls) => calls.watches.listWatches()))[0]).toMatchObject({
    id: watch.id,
    state: "pending",
    nextAt: NOON + 15 * SECOND,
  });
  expect(await writes()).toBe(1);
  await at(account, NOON + 15 * SECOND);
  await send(16, 7);
  expect(await writes()).toBe(2);
  await send(17, 6);
  expect(await log()).toEqual([
    ["raised", 15],
    ["cleared", 17],
  ]);
});

test("a threshold counts no time in which its device sent nothing, also after a nap", async () => {
  const { account, device, log } = await watched({ above: 8, clear: 6, forMs: 20 * MINUTE }, { key: "t" });
  const { client, send } = await sender(account, device);
  // enough samples for a usual interval of one minute, which the compaction of their block stores
  for (let minute = 0; minute < 12; minute++) await send(60 * minute, { t: 1 });
  await at(account, NOON + 12 * MINUTE);
  await at(account, NOON + 30 * MINUTE);
  await send(60 * 31, { t: 9 });
  await client.lose();
  await nap(account);
  await at(account, NOON + 120 * MINUTE);
  expect(await log()).toEqual([]);
  const again = await sender(account, device);
  // three of the twenty minutes were measured before
  for (let minute = 121; minute <= 138; minute++) await again.send(60 * minute, { t: 9 });
  expect(await log()).toEqual([["raised", 60 * 138]]);
});

test("a silent series raises from its last sample, also after a nap", async () => {
  const { account, device, log } = await watched({ silentForMs: MINUTE }, { key: "t" });
  const lamp = await Client.connect(account, device);
  vi.setSystemTime(NOON + 30 * SECOND);
  lamp.publish(account.topic(`devices/${device.deviceId}/telemetry`), '{"t":1}');
  await lamp.all();
  await nap(account);
  await at(account, NOON + 60 * SECOND);
  expect(await log()).toEqual([]);
  await at(account, NOON + 91 * SECOND);
  expect(await log()).toEqual([["raised", 91]]);
});

test("a command that is not taken raises, and its proof clears", async () => {
  const { account, device, log } = await watched({ notTakenForMs: 30 * SECOND });
  await account.ask((calls) => calls.devices.switchDevice(device.deviceId, "on"));
  await nap(account);
  await at(account, NOON + 31 * SECOND);
  const lamp = await Client.connect(account, device, 5, { clean: false });
  const { messageId } = await lamp.next("publish");
  lamp.send({ cmd: "puback", messageId: messageId as number });
  await eventually(log, (lines) => lines.length === 2);
  expect(await log()).toEqual([
    ["raised", 31],
    ["cleared", 31],
  ]);
});

test("an open page receives the id of each notice at once, stored nowhere, and no client publishes there", async () => {
  const { account, device, notices } = await watched({ events: ["turned_on"] });
  const page = await Client.connect(account, { clientId: account.apiKey().clientId() });
  await page.subscribe(account.topic("$notices"));
  const readers: Client[] = [];
  for (const filter of ["#", "+", "$share/all/#"]) {
    const reader = await Client.connect(account, { clientId: account.apiKey().clientId() });
    const wide = filter.startsWith("$share") ? `$share/all/${account.topic("#")}` : account.topic(filter);
    await reader.subscribe(wide);
    readers.push(reader);
  }
  await account.ask((calls) => calls.devices.switchDevice(device.deviceId, "on"));
  const [notice] = await notices();
  for (const reader of readers) {
    const topics = (await reader.all()).map((packet) => packet.cmd === "publish" && packet.topic);
    expect(topics).not.toContain(account.topic("$notices"));
  }
  const [published, ...others] = await page.all();
  expect(others).toEqual([]);
  expect(published).toMatchObject({ topic: account.topic("$notices"), qos: 0, retain: false });
  expect(String(published?.cmd === "publish" && published.payload)).toBe(notice?.id);
  const later = await Client.connect(account, { clientId: account.apiKey().clientId() });
  await later.subscribe(account.topic("$notices"));
  expect(await later.messages()).toEqual([]);
  expect(await page.publishQos1(account.topic("$notices"))).toBe(0x87);
});

test("each event is one notice of its device; the 201st of a day says that no more follow", async () => {
  const { account, device, notices } = await watched(
    { events: ["turned_on", "turned_off"] },
    { deviceId: null },
  );
  for (let n = 0; n < 205; n++)
    await account.ask((calls) => calls.devices.switchDevice(device.deviceId, n % 2 === 0 ? "on" : "off"));
  const made = await notices();
  expect(made).toHaveLength(201);
  expect(made[0]?.facts.when).toBeNull();
  expect(made[1]?.facts).toMatchObject({ device: { id: device.deviceId }, event: "turned_off" });
});

test("a moved slider raises no watch of turned_on; a switch with a value does", async () => {
  const { account, device, notices } = await watched({ events: ["turned_on", "turned_off"] });
  account.controls.set(device.deviceId, [BRIGHTNESS]);
  await account.change(() => {});
  const order = (state: "on" | null, brightness: number) =>
    account.ask((calls) =>
      calls.devices.switchDevice(device.deviceId, state, { actor: "api", wait: 0, set: { brightness } }),
    );
  await order("on", 10);
  await order(null, 20);
  await order("on", 30);
  expect((await account.kept()).filter(({ set }) => set !== null)).toHaveLength(3);
  expect((await notices()).map(({ facts }) => facts.event)).toEqual(["turned_on"]);
});

test("a delivery that fails is tried after 5 s, 5 min, …, with the same id, and a press sends it again", async () => {
  const answers: Attempt[] = [
    { outcome: "failed", detail: "HTTP 503" },
    { outcome: "delivered", detail: "HTTP 200" },
  ];
  const sent: string[] = [];
  deliveries.deliver = async (_, target, { id }) => {
    sent.push(`${target.id} ${id}`);
    return answers.shift() ?? { outcome: "delivered", detail: "" };
  };
  const { account, notices } = await watched({ lostForMs: SECOND });
  await at(account, NOON + SECOND);
  await eventually(notices, ([notice]) => notice?.deliveries[0]?.attempts === 1);
  expect((await notices())[0]?.deliveries).toMatchObject([{ outcome: "waiting", detail: "HTTP 503" }]);
  expect(await alarmOf(account)).toBe(NOON + 6 * SECOND);
  await nap(account);
  await at(account, NOON + 6 * SECOND);
  await eventually(notices, ([notice]) => notice?.deliveries[0]?.outcome === "delivered");
  const [notice] = await notices();
  expect(await account.ask((calls) => calls.watches.sendNotice(notice?.id ?? ""))).toMatchObject({
    sent: true,
  });
  await eventually(
    async () => sent.length,
    (count) => count === 3,
  );
  expect(new Set(sent)).toEqual(new Set([`mail ${notice?.id}`]));
});

test("a watch goes with its device", async () => {
  const { account, device } = await watched({ lostForMs: MINUTE });
  await account.change(() => account.remove(device));
  expect(await account.ask((calls) => calls.watches.listWatches())).toEqual([]);
});

test("a missed schedule is an event", async () => {
  const { account, device, notices } = await watched({ events: ["schedule_missed"] });
  await schedule(account, device.deviceId, { timing: { at: NOON + SECOND }, grace: 0 });
  await at(account, NOON + MINUTE);
  expect((await notices()).map(({ facts }) => facts.event)).toEqual(["schedule_missed"]);
});

test("a suspended account delivers nothing until it is allowed again", async () => {
  let attempts = 0;
  deliveries.deliver = async () => {
    attempts += 1;
    return { outcome: "delivered", detail: "" };
  };
  const { account, notices } = await watched({ lostForMs: SECOND });
  await account.change(() => Object.assign(account, { suspended: true }));
  await at(account, NOON + MINUTE);
  expect(attempts).toBe(0);
  await account.change(() => Object.assign(account, { suspended: false }));
  await at(account, NOON + 2 * MINUTE);
  await eventually(notices, ([notice]) => notice?.deliveries[0]?.outcome === "delivered");
  expect(attempts).toBe(1);
});

test("a target that is deleted during an attempt stays deleted, also if it then answers that it is gone", async () => {
  const { account, notices } = await watched({ lostForMs: SECOND });
  deliveries.deliver = async () => {
    await account.ask((calls) => calls.watches.deleteTarget("mail"));
    return { outcome: "gone", detail: "It answered 410." };
  };
  await at(account, NOON + SECOND);
  await eventually(notices, ([notice]) => notice?.deliveries[0]?.outcome === "gone");
  expect(await account.ask((calls) => calls.watches.listTargets())).toEqual([]);
});
