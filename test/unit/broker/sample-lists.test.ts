/** Many samples in one message over MQTT: stored before the acknowledgement, counted one by one, seen by their times. */

import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import type { Hub } from "../../../broker/hub.ts";
import { type Account, nap, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";
import { NOON } from "./support/schedules.ts";
import { scene, valuesOf } from "./support/telemetry.ts";
import { SECOND, sender, watched } from "./support/watches.ts";

prepare({ MQTT_PUBLISH_RATE: 0, MQTT_FRAME_RATE: 0, MQTT_CONNECT_RATE: 0 }, NOON);

const MINUTE = 60 * SECOND;
const listOf = (count: number) => Array.from({ length: count }, (_, n) => ({ ts: -1000 * (n + 1), t: n }));
async function points(account: Account, { deviceId }: { deviceId: string }) {
  const query = { source: { device: deviceId }, key: "t", resolution: "raw", field: "avg" } as const;
  const answer = await account.ask((calls) =>
    calls.series.series({ ...query, from: NOON - 60 * MINUTE, to: NOON + 60 * MINUTE }),
  );
  return "fault" in answer ? [] : answer.points.filter(([, value]) => value !== null);
}
const errorsOf = async (account: Account) =>
  (await account.kept()).filter(({ type }) => type === "errored").map(({ mistake }) => mistake?.reason);
const rowsOf = (account: Account) =>
  runInDurableObject(account.stub, (object) =>
    (object as unknown as { hub: Hub }).hub.modules.store.rows.today(Date.now()),
  );

test("an acknowledged list of a hundred survives a crash, each entry once, in the order of its time", async () => {
  const { account, device, board, topic } = await scene();
  expect(await board.publishQos1(topic, JSON.stringify(listOf(100)))).toBe(0);
  expect(await board.publishQos1(topic, JSON.stringify(listOf(100)))).toBe(0);
  await abortAllDurableObjects();
  expect(await points(account, device)).toEqual(
    listOf(100)
      .map(({ ts, t }) => [NOON + ts, t])
      .reverse(),
  );
  expect(await valuesOf(account, device)).toEqual([["t", 0]]);
  expect(await errorsOf(account)).toEqual([]);
});

test("the last value is that of the latest time, also at QoS 0, across a nap", async () => {
  const { account, device, say } = await scene();
  await say([
    { t: 5 },
    { ts: -1000, t: 4, mode: "old" },
    { ts: NOON + 1000, t: 6, on: true },
    { mode: "new" },
  ]);
  await nap(account);
  await say([{ ts: -5000, t: 1, on: false, mode: "older" }]);
  expect(await valuesOf(account, device)).toEqual([
    ["mode", "new"],
    ["on", true],
    ["t", 6],
  ]);
  expect((await points(account, device)).map(([, value]) => value)).toEqual([1, 4, 5, 6]);
});

test("entries without a time have one each, and of equal times the last counts", async () => {
  const { account, device, say } = await scene();
  await say([{ t: 1 }, { t: 2 }, { ts: -9, t: 3 }, { ts: -9, t: 4 }, { t: 5 }]);
  expect((await points(account, device)).map(([, value]) => value)).toEqual([4, 1, 2, 5]);
});

test("good entries are stored, and the bad ones are one event with the first index and their number", async () => {
  const { account, device, board, topic } = await scene();
  const list = [{ t: 1 }, [{ t: 9 }], { ts: -1, t: 2 }, { t: null }, { t: 3, ts: NOON + 86_400_000 }];
  board.publish(topic, JSON.stringify(list), { qos: 1, messageId: 7 });
  const { reasonCode, properties } = await board.next("puback");
  const reason =
    "Of 5 samples in the list 3 cannot be stored, the first with the index 1: It is a list, not an object.";
  expect(reasonCode).toBe(0);
  expect(properties?.reasonString).toContain(reason);
  expect(await errorsOf(account)).toEqual([reason]);
  expect((await points(account, device)).map(([, value]) => value)).toEqual([2, 1]);
});

test.each<[string, object[], string]>([
  ["none", [], "1 to 100 samples (MAX_SAMPLES_A_MESSAGE), this one has 0"],
  ["101", listOf(101), "this one has 101"],
  ["lists only", [[{ t: 1 }], [{ t: 2 }]], "Of 2 samples in the list 2 cannot be stored"],
])("a list of %s is delivered, acknowledged and not stored, with an event", async (_, list, reason) => {
  const { account, device, board, topic } = await scene();
  const reader = await Client.connect(account, { clientId: account.apiKey().clientId() });
  await reader.subscribe(topic, 0);
  expect(await board.publishQos1(topic, JSON.stringify(list))).toBe(0);
  expect(await reader.messages()).toHaveLength(1);
  expect(await errorsOf(account)).toEqual([expect.stringContaining(reason)]);
  expect(await valuesOf(account, device)).toEqual([]);
});

test("the new series of one entry take the room of the next", async () => {
  useLimits({ MAX_SERIES: 4 });
  const { account, device, say } = await scene();
  await say([{ a: 1 }, { b: 2 }, { c: 3, a: 4 }, { d: 5 }]);
  expect(await valuesOf(account, device)).toEqual([
    ["a", 4],
    ["b", 2],
  ]);
  expect(await errorsOf(account)).toEqual([
    expect.stringContaining("Of 4 samples in the list 2 cannot be stored, the first with the index 2"),
  ]);
});

test("a list counts as its samples in the rate and in the rows of the day", async () => {
  // one connection: half of the rate, with a burst of four seconds' worth
  useLimits({ MQTT_PUBLISH_RATE: 100 });
  const { account, board, topic } = await scene();
  const send = (count: number) => board.publishQos1(topic, JSON.stringify(listOf(count)));
  const before = await rowsOf(account);
  expect(await send(99)).toBe(0);
  expect((await rowsOf(account)) - before).toBeGreaterThanOrEqual(99);
  expect(await send(99)).toBe(0);
  // a refused list is no flood
  expect(await send(99)).toBe(0x97);
  vi.setSystemTime(NOON + 30 * SECOND);
  expect(await send(99)).toBe(0);
});

test("a list larger than the burst passes where that is full", async () => {
  useLimits({ MQTT_PUBLISH_RATE: 10 });
  const { board, topic } = await scene();
  expect(await board.publishQos1(topic, JSON.stringify(listOf(100)))).toBe(0);
  expect(await board.publishQos1(topic, JSON.stringify({ t: 1 }))).toBe(0x97);
});

const THRESHOLD = { above: 8, clear: 6, forMs: 0 };

test.each<[string, object[], unknown[]]>([
  ["a high value before a low one", [{ t: 1 }, { ts: -MINUTE, t: 9 }], []],
  ["a low value before a high one", [{ t: 9 }, { ts: -MINUTE, t: 1 }], [["raised", 1]]],
  ["a high value of an hour ago", [{ ts: -60 * MINUTE, t: 9 }], []],
  ["a high value of a minute ago", [{ ts: -MINUTE, t: 9 }], [["raised", 1]]],
])("a watch does not rise for a time that has passed: %s", async (_, list, notices) => {
  const { account, device, log } = await watched(THRESHOLD, { key: "t" });
  const { send } = await sender(account, device);
  await send(1, list);
  expect(await log()).toEqual(notices);
});

test.each<[string, object, unknown[]]>([
  ["of an hour ago raises none", { ts: -60 * MINUTE, t: 9 }, []],
  ["of a minute ago does", { ts: -MINUTE, t: 9 }, [["raised", 0]]],
])("a single sample over HTTP whose age is known, %s", async (_, sample, notices) => {
  const { account, device, log } = await watched(THRESHOLD, { key: "t" });
  const body = new TextEncoder().encode(JSON.stringify(sample));
  const { deviceId } = device;
  await account.ask((calls) => calls.series.writeTelemetry({ deviceId, body, from: "", at: null }));
  expect(await log()).toEqual(notices);
});

test("a late sample neither raises nor clears a watch whose series has a younger one", async () => {
  const { account, device, log } = await watched(THRESHOLD, { key: "t" });
  const { send } = await sender(account, device);
  await send(1, { t: 1 });
  for (const late of [
    { ts: NOON - 60 * MINUTE, t: 9 },
    { ts: -60 * MINUTE, t: 9 },
    [{ ts: -60 * MINUTE, t: 9 }],
  ])
    await send(2, late);
  expect(await log()).toEqual([]);
  await send(3, { t: 9 });
  await send(4, { ts: NOON - 60 * MINUTE, t: 1 });
  await send(5, [{ ts: -60 * MINUTE, t: 1 }]);
  expect(await log()).toEqual([["raised", 3]]);
  // the clock of a device may be wrong for each of its samples
  await send(6, [{ t: 1 }]);
  expect(await log()).toEqual([
    ["raised", 3],
    ["cleared", 6],
  ]);
});

test("a value below the threshold within a list ends a wait, which begins again with the last value", async () => {
  const { account, device, log } = await watched({ above: 8, clear: 6, forMs: MINUTE }, { key: "t" });
  const { send } = await sender(account, device);
  await send(0, { t: 9 });
  await send(50, [{ ts: -40 * SECOND, t: 9 }, { ts: -20 * SECOND, t: 5 }, { t: 9 }]);
  await send(70, { t: 9 });
  expect(await log()).toEqual([]);
  await send(120, { t: 9 });
  expect(await log()).toEqual([["raised", 120]]);
});

test("the last state that a list reports is the device's", async () => {
  const { account, device, say } = await scene();
  await say([{ state: "on" }, { ts: -1000, state: "off" }]);
  expect(await valuesOf(account, device)).toEqual([["state", "on"]]);
  expect(await errorsOf(account)).toEqual([]);
});
