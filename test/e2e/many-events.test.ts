/** Summed events on the page. */

import mqtt from "mqtt";
import type { DeviceEvent } from "../../worker/contract/events.ts";
import { newDeviceSetup } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import { until } from "../support/until.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";

const COMMANDS = 1400;

test("a summed event shows its count, and the chart counts them all [T93]", async ({ page }) => {
  const { account, key, control, device } = await newDeviceSetup(baseUrl());
  const client = await mqtt.connectAsync(brokerUrl(baseUrl(), account.userId), {
    clientId: `${key.key}__flood`,
    reconnectPeriod: 0,
  });
  for (let n = 0; n < COMMANDS; n++) client.publish(control, '{"state":"on"}');
  await client.endAsync();
  const newest = () => account.call<DeviceEvent[]>("GET", "/v0/events/devices/on-off/?size=1");
  await until("the sum", async () => (await newest()).find(({ count }) => count > 1), 30_000);
  // those before the sum are equal to it
  const text = `Turned On, ${COMMANDS.toLocaleString("en-US")} times`;
  await signIn(page, account);
  for (const path of [
    "/dashboard",
    `/dashboard/devices/${device.id}?tab=events`,
    "/dashboard/devices/events",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("table").getByText(text, { exact: true })).toBeVisible();
  }
  const figures = page.getByRole("table", { name: "Activity by hour and device" });
  // the chart comes after the list
  const total = async () =>
    (await figures.getByRole("cell").allTextContents()).reduce((sum, count) => sum + Number(count), 0);
  await expect.poll(total).toBe(COMMANDS);
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(width[0]).toBeLessThanOrEqual(width[1] ?? 0);
});
