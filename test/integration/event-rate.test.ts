/** Commands without end, in the product as it runs: few rows, and all that happened is in them. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mqtt from "mqtt";
import { afterEach, expect, inject, it } from "vitest";
import type { DeviceEvent } from "../../worker/contract/event.ts";
import { main as exportAccount } from "../../worker/local/export.ts";
import { newDeviceSetup, PASSWORD } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import { until } from "../support/until.ts";

const COMMANDS = 1000;
const folder = mkdtempSync(join(tmpdir(), "switchyard-events-"));
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  delete process.env.SWITCHYARD_PASSWORD;
});

const countOf = (events: readonly DeviceEvent[]) => events.reduce((total, { count }) => total + count, 0);

it("a thousand commands at once are counted in a few rows, and the device is as the last one says [T93] [T94]", async () => {
  const url = inject("baseUrl");
  const { account, key, device, control } = await newDeviceSetup(url);
  const client = await mqtt.connectAsync(brokerUrl(url, account.userId), {
    clientId: `${key.key}__flood`,
    reconnectPeriod: 0,
  });
  for (let n = 1; n < COMMANDS; n++) client.publish(control, JSON.stringify({ state: n % 2 ? "on" : "off" }));
  // what comes behind them is not overtaken by a call: the last one says that all have been taken
  await client.publishAsync(control, JSON.stringify({ state: "off" }), { qos: 1 });
  await client.endAsync();
  const isOff = async () => (await account.device(device.id)).state === false;
  const path = `/v0/devices/on-off/${device.id}/switch/`;
  // while they are still being counted
  await account.call("POST", path, { state: true });
  expect((await account.device(device.id)).state).toBe(true);
  await account.call("POST", path, { state: false });
  expect(await isOff()).toBe(true);
  const newest = () => account.call<DeviceEvent[]>("GET", "/v0/events/devices/on-off/?size=1");
  const last = await until("the sum", async () => (await newest()).find(({ count }) => count > 1), 25_000);
  expect(last).toMatchObject({ event_type: "turned_off", actor: "api" });
  expect(await isOff()).toBe(true);
  process.env.SWITCHYARD_PASSWORD = PASSWORD;
  await exportAccount(["--url", url, "--email", account.email, "--into", folder]);
  const { events } = JSON.parse(readFileSync(join(folder, "account.json"), "utf8"));
  expect(countOf(events)).toBe(COMMANDS + 2);
  expect(events.length).toBeLessThan(COMMANDS / 4);
});
