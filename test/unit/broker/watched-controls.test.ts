/** A watch on a control whose wanted value differs from the reported one after the proof. */

import { expect, test, vi } from "vitest";
import type { Actor } from "../../../broker/contract/device-events.ts";
import { Account, nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { BRIGHTNESS } from "./support/controls.ts";
import { prepare } from "./support/prepare.ts";
import { at, NOON } from "./support/schedules.ts";
import { SECOND, watchOn } from "./support/watches.ts";

prepare({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0 }, NOON);

const WHEN = { differsForMs: 30 * SECOND };

/** A lamp whose brightness is watched. Seconds are counted from noon. */
async function scene() {
  const account = new Account();
  const device = account.device();
  const id = device.deviceId;
  account.controls.set(id, [BRIGHTNESS]);
  await account.change(() => {});
  const watch = await watchOn(account, id, WHEN, { key: "brightness" });
  const lamp = await Client.connect(account, device);
  const report = async (second: number, brightness: number) => {
    vi.setSystemTime(NOON + second * SECOND);
    lamp.publish(account.topic(`devices/${id}/telemetry`), JSON.stringify({ brightness }));
    await lamp.all();
  };
  const order = async (second: number, set: Record<string, unknown>, actor: Actor = "api") => {
    vi.setSystemTime(NOON + second * SECOND);
    await account.ask((calls) => calls.devices.switchDevice(id, "on", { actor, wait: 0, set }));
    return (await lamp.next("publish")).messageId as number;
  };
  const prove = async (second: number, messageId: number) => {
    vi.setSystemTime(NOON + second * SECOND);
    lamp.send({ cmd: "puback", messageId });
    await lamp.all();
  };
  return { account, device, id, report, order, prove, ...watch };
}

test("it is raised that long after the proof, also by a sleeping object, and over when they agree", async () => {
  const { account, report, order, prove, log } = await scene();
  await report(1, 20);
  const command = await order(10, { brightness: 40 });
  await at(account, NOON + 60 * SECOND);
  await prove(61, command);
  await report(70, 21);
  await nap(account);
  await at(account, NOON + 90 * SECOND);
  expect(await log()).toEqual([]);
  await at(account, NOON + 91 * SECOND);
  expect(await log()).toEqual([["raised", 91]]);
  await report(100, 40);
  expect(await log()).toEqual([
    ["raised", 91],
    ["cleared", 100],
  ]);
});

test("a device that reports the value in time raises nothing; one that is turned by hand later does", async () => {
  const { account, report, order, prove, log } = await scene();
  await report(1, 20);
  await prove(11, await order(10, { brightness: 40 }));
  await report(12, 40);
  await at(account, NOON + 100 * SECOND);
  expect(await log()).toEqual([]);
  await report(200, 25);
  await at(account, NOON + 230 * SECOND);
  expect(await log()).toEqual([["raised", 230]]);
});

test("the next command begins the wait again, and one that is not taken ends no raised watch", async () => {
  const { account, report, order, prove, log } = await scene();
  await report(1, 20);
  await prove(10, await order(10, { brightness: 40 }));
  const second = await order(30, { brightness: 50 });
  await at(account, NOON + 50 * SECOND);
  expect(await log()).toEqual([]);
  await prove(50, second);
  await at(account, NOON + 80 * SECOND);
  expect(await log()).toEqual([["raised", 80]]);
  const third = await order(90, { brightness: 60 });
  expect(await log()).toEqual([["raised", 80]]);
  // a command of the state alone leaves the wait for the value
  await prove(95, third);
  await prove(96, await order(96, {}));
  await report(100, 60);
  expect((await log()).map(([state]) => state)).toEqual(["raised", "cleared"]);
});

test("without a reported value, or for a command of a watch, nothing differs", async () => {
  const { account, report, order, prove, log } = await scene();
  await prove(10, await order(10, { brightness: 40 }));
  await at(account, NOON + 100 * SECOND);
  await prove(110, await order(110, { brightness: 50 }, "watch"));
  await report(111, 20);
  await at(account, NOON + 300 * SECOND);
  expect(await log()).toEqual([]);
});

test("a control that is removed ends what its watch says", async () => {
  const { account, id, report, order, prove, log } = await scene();
  await report(1, 20);
  await prove(10, await order(10, { brightness: 40 }));
  await at(account, NOON + 40 * SECOND);
  vi.setSystemTime(NOON + 50 * SECOND);
  await account.change(() => account.controls.set(id, []));
  expect(await log()).toEqual([
    ["raised", 40],
    ["cleared", 50],
  ]);
});

test("a watch that is made for a value that differs already counts from the later of report and proof", async () => {
  const { account, id, report, order, prove } = await scene();
  await report(1, 20);
  await prove(10, await order(10, { brightness: 40 }));
  await report(20, 21);
  await nap(account);
  vi.setSystemTime(NOON + 25 * SECOND);
  const late = await watchOn(account, id, WHEN, { key: "brightness" });
  await at(account, NOON + 49 * SECOND);
  expect(await late.log()).toEqual([]);
  await at(account, NOON + 50 * SECOND);
  expect(await late.log()).toEqual([["raised", 50]]);
});
