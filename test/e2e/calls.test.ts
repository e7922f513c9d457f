/** How often an open screen calls the server while devices measure and switch continuously. */

import mqtt from "mqtt";
import { telemetryTopic } from "../../broker/contract/topics.ts";
import { newDeviceSetup } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";

/** Unbounded calls would be 15 a minute. */
const STEP_MS = 4_000;
const MINUTES = 2;
const KEYS = ["temperature", "humidity", "soil.moisture", "battery_v", "door"];

/** The most calls a minute of each screen. */
const SCREENS = [
  ["/dashboard/devices/events", 6],
  ["/dashboard/devices/{id}", 12],
] as const;

test("the events screen makes at most 6 calls a minute, and a device's page 12", async ({ page }) => {
  const { account, device, login, control } = await newDeviceSetup(baseUrl());
  const { clientId, username = "", password = "" } = login;
  const client = await mqtt.connectAsync(brokerUrl(baseUrl(), account.userId), {
    clientId,
    username,
    password,
    protocolVersion: 5,
  });
  let told = 0;
  const tell = async () => {
    told += 1;
    const values = JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, told])));
    await client.publishAsync(telemetryTopic(account.userId, device.id), values, { qos: 1 });
    await client.publishAsync(control, JSON.stringify({ state: told % 2 ? "on" : "off" }), { qos: 1 });
  };
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/v0/")) calls.push(pathname.replaceAll(device.id, "{id}"));
  });
  try {
    await tell();
    await signIn(page, account);
    await page.clock.install();
    for (const [path, most] of SCREENS) {
      await page.goto(path.replace("{id}", device.id));
      await expect(page.getByRole("status").filter({ hasText: "Broker:" })).toContainText("Connected");
      await page.waitForLoadState("networkidle");
      for (let minute = 0; minute < MINUTES; minute++) {
        calls.length = 0;
        for (let at = 0; at < 60_000; at += STEP_MS) {
          await tell();
          await page.clock.runFor(STEP_MS);
        }
        await page.waitForLoadState("networkidle");
        expect.soft(calls.length, `${path} ${calls.sort().join(" ")}`).toBeLessThanOrEqual(most);
        expect(calls.length).toBeGreaterThan(0);
      }
    }
  } finally {
    await client.endAsync();
  }
});
