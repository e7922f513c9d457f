/** A value that arrives while the page is open appears, and its CSV has the measured values. */

import { readFile } from "node:fs/promises";
import mqtt from "mqtt";
import { telemetryTopic } from "../../broker/contract/topics.ts";
import { newDeviceSetup } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";

test("a device's value changes without a reload, and its CSV has the measured values", async ({ page }) => {
  const { account, device, login } = await newDeviceSetup(baseUrl());
  const { clientId, username = "", password = "" } = login;
  const client = await mqtt.connectAsync(brokerUrl(baseUrl(), account.userId), {
    clientId,
    username,
    password,
    protocolVersion: 5,
  });
  const tell = (temperature: number) =>
    client.publishAsync(telemetryTopic(account.userId, device.id), JSON.stringify({ temperature }), {
      qos: 1,
    });
  try {
    await tell(20.5);
    await signIn(page, account, `/dashboard/devices/${device.id}`);
    const values = page.getByRole("region", { name: "Values" });
    await expect(values.getByText("20.5", { exact: true })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Broker:" })).toContainText("Connected");
    await tell(23.25);
    await expect(values.getByText("23.25", { exact: true })).toBeVisible();
    const chart = page.getByRole("region", { name: "Chart", exact: true });
    await expect(chart).toContainText("Between 20.5 and 23.25");

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      chart.getByRole("button", { name: "CSV" }).click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
    expect(lines.slice(1).map((line) => Number(line.split(",")[2]))).toEqual([20.5, 23.25]);
  } finally {
    await client.endAsync();
  }
});
