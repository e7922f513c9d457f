/** Deliveries: targets that hang, fail or go, and the limits of an account. */

import { expect, test, vi } from "vitest";
import type { Attempt } from "../../../broker/contract/watch.ts";
import { deliveries, nap } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { hook } from "./support/notices.ts";
import { prepare } from "./support/prepare.ts";
import { alarmOf, at, inObject, MINUTE, NOON } from "./support/schedules.ts";
import { SECOND, watched, watchOn } from "./support/watches.ts";

prepare({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0 }, NOON);
const DELIVERED: Attempt = { outcome: "delivered", detail: "" };
const FAILED: Attempt = { outcome: "failed", detail: "It answered 503." };

const DAY = 86_400_000;
const EVERY_SWITCH = { events: ["turned_on", "turned_off"] as const };

test("a target that answers 503 for ten minutes gets its notice, with one id", async () => {
  const ids: string[] = [];
  deliveries.deliver = async (_, __, { id }) => {
    ids.push(id);
    return Date.now() < NOON + SECOND + 10 * MINUTE ? FAILED : DELIVERED;
  };
  const { account, notices } = await watched({ lostForMs: SECOND });
  const attempts = async (count: number) =>
    eventually(notices, ([notice]) => notice?.deliveries[0]?.attempts === count);
  let next = NOON + SECOND;
  for (const [count, wait] of [5 * SECOND, 5 * MINUTE, 30 * MINUTE].entries()) {
    await at(account, next);
    await attempts(count + 1);
    next += wait;
    expect(await alarmOf(account)).toBe(next);
    await nap(account);
  }
  await at(account, next);
  await attempts(4);
  const [notice] = await notices();
  expect(notice?.deliveries).toMatchObject([{ attempts: 4, outcome: "delivered" }]);
  expect(ids).toEqual(Array(4).fill(notice?.id));
});

test("a target's Retry-After lengthens the wait of its notice, also across a sleep", async () => {
  deliveries.deliver = async () => ({ ...FAILED, retryAfterMs: 12 * SECOND });
  const { account, notices } = await watched({ lostForMs: SECOND });
  await at(account, NOON + SECOND);
  await eventually(notices, ([notice]) => notice?.deliveries[0]?.attempts === 1);
  expect(await alarmOf(account)).toBe(NOON + 13 * SECOND);
  await nap(account);
  await at(account, NOON + 13 * SECOND);
  await eventually(notices, ([notice]) => notice?.deliveries[0]?.attempts === 2);
  expect(await alarmOf(account)).toBe(NOON + 13 * SECOND + 5 * MINUTE);
});

test("a target that asks for an hour, each time, is tried seven times; one that does so for an hour gets its notice", async () => {
  const HOUR = 60 * MINUTE;
  let busyUntil = NOON + SECOND + HOUR;
  deliveries.deliver = async () => {
    const isBusy = Date.now() < busyUntil;
    return isBusy ? { ...FAILED, detail: "Discord answered 429.", retryAfterMs: HOUR } : DELIVERED;
  };
  const { account, notices, put } = await watched({ lostForMs: SECOND });
  // another notice says that it was the last attempt
  const delivery = async () => (await notices()).find(({ facts }) => facts.lost === undefined)?.deliveries[0];
  let [next, count] = [NOON + SECOND, 0];
  const attempt = async (wait: number | null) => {
    await at(account, next);
    count++;
    await eventually(delivery, (each) => each?.attempts === count);
    expect((await delivery())?.nextAt).toBe(wait && next + wait);
    next += wait ?? 0;
  };
  for (const wait of [5 * MINUTE, 30 * MINUTE, HOUR, null]) await attempt(wait);
  expect(await delivery()).toMatchObject({ attempts: 4, outcome: "delivered" });
  busyUntil = Number.POSITIVE_INFINITY;
  await put({ when: { lostForMs: 2 * SECOND } });
  [next, count] = [next + 2 * SECOND, 0];
  for (const wait of [5 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 5 * HOUR, 10 * HOUR, null])
    await attempt(wait);
  expect(await delivery()).toMatchObject({
    attempts: 7,
    outcome: "refused",
    detail: "Discord answered 429. This was the last attempt.",
  });
});

test("a target that hangs delays neither messages, nor the next attempt at another one", async () => {
  let isReleased = false;
  let failures = 0;
  deliveries.deliver = async (_, { id }) => {
    if (id === "flaky") return failures++ === 0 ? FAILED : DELIVERED;
    while (!isReleased) await new Promise((resolve) => setTimeout(resolve, 5));
    return DELIVERED;
  };
  const { account, device, notices, put } = await watched({ lostForMs: SECOND });
  for (const id of ["slow", "flaky"]) await account.ask((calls) => calls.watches.putTarget(hook(id), 10));
  await put({ targets: ["slow", "flaky"] });
  await at(account, NOON + SECOND);
  const stateOf = (target: string) =>
    notices().then(([notice]) => notice?.deliveries.find((each) => each.target === target));
  await eventually(
    () => stateOf("flaky"),
    (flaky) => flaky?.attempts === 1,
  );
  expect(await alarmOf(account)).toBe(NOON + 6 * SECOND);
  const lamp = await Client.connect(account, device);
  await lamp.subscribe("t");
  lamp.publish("t", "x", { qos: 1, messageId: 1 });
  await lamp.next("puback");
  await at(account, NOON + 6 * SECOND);
  await eventually(
    () => stateOf("flaky"),
    (flaky) => flaky?.outcome === "delivered",
  );
  expect((await stateOf("slow"))?.attempts).toBe(0);
  isReleased = true;
  await eventually(
    () => stateOf("slow"),
    (slow) => slow?.outcome === "delivered",
  );
});

test("a deleted target is no longer among those of a watch, which can be stored as it is listed", async () => {
  const { account, put } = await watched({ lostForMs: MINUTE });
  await account.ask((calls) => calls.watches.putTarget(hook("a"), 10));
  await put({ targets: ["mail", "a"] });
  await account.ask((calls) => calls.watches.deleteTarget("a"));
  const [listed] = await account.ask((calls) => calls.watches.listWatches());
  expect(listed?.targets).toEqual(["mail"]);
  expect(await account.ask((calls) => calls.watches.putWatch(listed as never, null))).toMatchObject({
    targets: ["mail"],
  });
});

test("an account that deletes its watches gets no more notices a day by it [T384]", async () => {
  const { account, device, watch, notices } = await watched(EVERY_SWITCH);
  await inObject(
    account,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
     INSERT INTO notices (id, watch_id, state, at, facts, deliveries, next_at)
     SELECT 'n' || i, '${watch.id}', 'raised', ${NOON}, '', '[]', NULL FROM n`,
  );
  await account.ask((calls) => calls.devices.switchDevice(device.deviceId, "on"));
  expect(await notices()).toHaveLength(1);
  await account.ask((calls) => calls.watches.deleteWatch(watch.id));
  expect(await account.ask((calls) => calls.watches.recentNotices())).toEqual([]);
  await nap(account);
  const again = await watchOn(account, device.deviceId, EVERY_SWITCH);
  for (const state of ["off", "on", "off"] as const)
    await account.ask((calls) => calls.devices.switchDevice(device.deviceId, state));
  const made = await again.notices();
  expect(made).toHaveLength(1);
  expect(made[0]?.facts.when).toBeNull();
});

test("an account has at most MAX_WATCHES watches and MAX_TARGETS targets, 1,000 notices, and none over 30 days", async () => {
  const { account, device, watch, notices, log } = await watched(EVERY_SWITCH);
  expect(await account.ask((calls) => calls.watches.putWatch({ ...watch, id: "b" }, 1))).toEqual({
    limit: true,
  });
  expect(await account.ask((calls) => calls.watches.putTarget(hook("a"), 1))).toEqual({ limit: true });
  await inObject(
    account,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
     INSERT INTO notices (id, watch_id, state, at, facts, deliveries, next_at)
     SELECT 'n' || i, '${watch.id}', 'raised', ${NOON - DAY}, '', '[]', NULL FROM n`,
  );
  await account.ask((calls) => calls.devices.switchDevice(device.deviceId, "on"));
  const count = async () => (await inObject(account, "SELECT count(*) AS n FROM notices"))[0]?.n;
  expect(await count()).toBe(1000);
  vi.setSystemTime(NOON + 30 * DAY + SECOND);
  expect(await notices()).toEqual([]);
  await account.ask((calls) => calls.devices.switchDevice(device.deviceId, "off"));
  expect(await log()).toHaveLength(1);
  expect(await count()).toBe(1);
});
