/** A watch on what a counter adds within an hour or a day, across resets, lists, naps and lost memory. */

import { abortAllDurableObjects } from "cloudflare:test";
import { expect, test } from "vitest";
import { nap } from "./support/account.ts";
import { prepare } from "./support/prepare.ts";
import { NOON } from "./support/schedules.ts";
import { sender, watched } from "./support/watches.ts";

prepare({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0, MQTT_FRAME_RATE: 0 }, NOON);

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const hour = (increaseAbove: number) => ({ increaseAbove, inMs: 3_600_000 });

async function meter(when: { increaseAbove: number; inMs: number }) {
  const home = await watched(when, { key: "energy_kwh" });
  const { send } = await sender(home.account, home.device);
  const read = (second: number, energy_kwh: unknown) => send(second, { energy_kwh });
  return { ...home, send, read };
}

test("rises when more than its limit was added, and clears when that is longer ago", async () => {
  const { read, log } = await meter(hour(5));
  await read(0, 1000);
  await read(10 * MINUTE, 1003);
  await read(20 * MINUTE, 1005);
  expect(await log()).toEqual([]);
  await read(30 * MINUTE, 1005.5);
  expect(await log()).toEqual([["raised", 30 * MINUTE]]);
  await read(75 * MINUTE, 1006);
  expect(await log()).toEqual([
    ["raised", 30 * MINUTE],
    ["cleared", 75 * MINUTE],
  ]);
});

test("a reset counts from zero, and a text, a repetition and a late value count nothing", async () => {
  const { read, send, log } = await meter(hour(5));
  await read(0, 1000);
  await read(MINUTE, 1004);
  await read(2 * MINUTE, 0.5);
  await read(3 * MINUTE, "broken");
  await read(4 * MINUTE, 0.5);
  await send(5 * MINUTE, { energy_kwh: 900, ts: -HOUR * 1000 });
  expect(await log()).toEqual([]);
  await read(6 * MINUTE, 1.1);
  expect(await log()).toEqual([["raised", 6 * MINUTE]]);
});

test("each value of a list counts at its time", async () => {
  const { send, log } = await meter(hour(5));
  await send(0, { energy_kwh: 0 });
  const at = (minutes: number, energy_kwh: number) => ({ ts: -minutes * 60_000, energy_kwh });
  await send(3 * HOUR, [at(170, 6), at(80, 7), at(40, 10), at(1, 11)]);
  expect(await log()).toEqual([]);
  await send(3 * HOUR + 1, [{ energy_kwh: 14 }, at(0.5, 12)]);
  expect(await log()).toEqual([["raised", 3 * HOUR + 1]]);
});

test("what was added before a nap and a restart counts", async () => {
  const { account, device, read, log } = await meter({ increaseAbove: 5, inMs: 86_400_000 });
  await read(0, 10);
  await read(HOUR, 14);
  await nap(account);
  await read(2 * HOUR, 14.5);
  await nap(account);
  await abortAllDurableObjects();
  const again = await sender(account, device);
  await again.send(3 * HOUR, { energy_kwh: 15.5 });
  expect(await log()).toEqual([["raised", 3 * HOUR]]);
});

test("a new watch sees what was added before it was made", async () => {
  const { read, put, log } = await meter(hour(100));
  await read(0, 10);
  await read(MINUTE, 20);
  await put({ when: hour(9) });
  expect(await log()).toEqual([["raised", MINUTE]]);
});
