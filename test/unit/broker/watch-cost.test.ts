/** What watches cost: rows, and alarms of a sleeping account. */

import { expect, test } from "vitest";
import { OPERATIONS } from "../../bench/cost/figures.ts";
import { Account, nap } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";
import { countRows } from "./support/rows.ts";
import { alarmOf, at, MINUTE, NOON } from "./support/schedules.ts";
import { SECOND, sender, watched, watchOn } from "./support/watches.ts";

prepare({ MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0 }, NOON);

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SECONDS = 20;
const WATCHES = 50;
const KEYS = 10;

test("50 watches wake a sleeping account at their deadlines only", async () => {
  const account = new Account();
  const { deviceId } = account.device();
  await account.change(() => {});
  for (let n = 0; n < 16; n++) await watchOn(account, deviceId, { lostForMs: (1 + (n % 2)) * HOUR });
  for (let n = 0; n < 16; n++)
    await watchOn(account, deviceId, { above: 8, clear: 6, forMs: SECOND }, { key: "t" });
  for (let n = 0; n < 10; n++) await watchOn(account, deviceId, { notTakenForMs: MINUTE });
  for (let n = 0; n < 7; n++) await watchOn(account, deviceId, { silentForMs: 3 * HOUR }, { key: "t" });
  await watchOn(account, deviceId, { silentForMs: "auto" }, { key: "t" });
  expect(await account.ask((calls) => calls.watches.listWatches())).toHaveLength(WATCHES);
  await at(account, NOON + MINUTE);
  await nap(account);
  const rung: number[] = [];
  for (let due = await alarmOf(account); due !== null && due < NOON + 2 * DAY; due = await alarmOf(account)) {
    rung.push((due - NOON) / SECOND);
    await at(account, due);
    await nap(account);
  }
  // the second alarm of each is for a crash during the deliveries
  expect([...new Set(rung)]).toEqual([1, 2, 3].flatMap((hours) => [3600 * hours, 3600 * hours + 30]));
});

test("a watch that is raised and clears writes as many rows as calculated, with deliveries and alarms", async () => {
  const when = { above: 8, clear: 6, forMs: 10 * SECOND };
  const { account, device, notices } = await watched(when, { key: "t" });
  const { send } = await sender(account, device);
  await send(0, { t: 1 });
  await at(account, NOON + MINUTE);
  const { written } = await countRows(account, async () => {
    await send(61, { t: 9 });
    await at(account, NOON + 71 * SECOND);
    await send(72, { t: 1 });
    await eventually(
      notices,
      (list) => list.length === 2 && list.every(({ deliveries: [each] }) => each?.outcome === "delivered"),
    );
  });
  expect(written).toBe(OPERATIONS.raise.rows);
});

test("a watch that switches a device and back writes as many rows as calculated, with the proofs", async () => {
  const when = { above: 8, clear: 6, forMs: 0 };
  const { account, device, put } = await watched(when, { key: "t" });
  const fan = account.device();
  await account.change(() => {});
  const [raised, cleared] = [{ state: "on", set: null } as const, { state: "off", set: null } as const];
  const address = { kind: "device", deviceId: fan.deviceId, raised, cleared } as const;
  const target = { id: "fan", address, createdAt: NOON, disabled: null };
  await account.ask((calls) => calls.watches.putTarget(target, 10));
  await put({ targets: ["fan"] });
  const blades = await Client.connect(account, fan);
  const { send } = await sender(account, device);
  const act = async (second: number, t: number) => {
    await send(second, { t });
    const { messageId = 0 } = await blades.next("publish");
    blades.send({ cmd: "puback", messageId });
    await blades.all();
  };
  await act(30, 9);
  await act(40, 1);
  const { written } = await countRows(account, async () => {
    await act(60, 9);
    await act(61, 1);
  });
  expect(written).toBe(2 * OPERATIONS.act.rows);
});

test("samples of a hundred series write no row more with 50 watches that they do not change", async () => {
  const rowsWith = async (watches: number) => {
    const { account, device } = await watched({ events: ["errored"] });
    for (let n = 0; n < watches; n++) {
      const when = n % 2 === 0 ? { above: 80, clear: 60, forMs: SECOND } : { silentForMs: HOUR };
      await watchOn(account, device.deviceId, when, { key: `k${n % KEYS}` });
    }
    const { send } = await sender(account, device);
    await at(account, NOON + 5 * SECOND);
    const values = Object.fromEntries(Array.from({ length: KEYS }, (_, key) => [`k${key}`, key]));
    await send(6, values);
    const { written } = await countRows(account, async () => {
      for (let n = 0; n < 10 * SECONDS; n++) await send(6 + n / 10, values);
    });
    return written;
  };
  expect(await rowsWith(WATCHES - 1)).toBe(await rowsWith(0));
});
