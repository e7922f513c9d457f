/** The first five minutes: from registration to a device that took a switch, and one that hangs. */

import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./journey.ts";
import { choose } from "./keys.ts";
import { register } from "./steps.ts";

const steps = (page: Page) => page.getByRole("list", { name: "First steps" }).getByRole("listitem");

test("by keyboard from registration to a first switch, to a device that hangs, and to the next steps", async ({
  page,
}) => {
  await register(page);
  await expect(steps(page).filter({ hasText: "(to do)" })).toHaveCount(6);
  await expect(page.getByRole("status").filter({ hasText: "Broker:" })).toContainText("Not connected");
  // nothing in the colours of a warning or an error
  await expect(page.locator("[class*=-wait],[class*=-stop]")).toHaveCount(0);
  await choose(page, "button", "Do the first four for me");
  await expect(steps(page).filter({ hasText: "(done)" })).toHaveCount(4);
  await choose(page, "link", "Try a virtual device");
  await choose(page, "button", "Power on");
  await expect(page.getByRole("log")).toContainText("Connected as");
  await expect(page.getByRole("img", { name: "ESP32, the lamp on pin 13 is dark" })).toBeVisible();
  await choose(page, "button", "Turn On");
  await expect(page.getByText(/^Taken by the device in \d+ ms$/)).toBeVisible();
  await expect(page.getByRole("img", { name: "ESP32, the lamp on pin 13 is lit" })).toBeVisible();
  await page.getByRole("button", { name: "Let it hang" }).click();
  await page.getByRole("button", { name: "Turn Off" }).click();
  await expect(page.getByText("Accepted by the broker…")).toBeVisible();
  await expect(page.getByText("Not taken within 5 s")).toBeVisible();
  await expect(page.getByRole("region", { name: "Switch" })).toContainText("Connected");
  await expect(page.getByRole("img", { name: "ESP32, the lamp on pin 13 is lit" })).toBeVisible();
  await page.getByRole("button", { name: "Let it run" }).click();
  await expect(page.getByRole("img", { name: "ESP32, the lamp on pin 13 is dark" })).toBeVisible();
  await expect(page.getByText(/^Taken by the device in/)).toBeVisible();

  await page.goto("/dashboard");
  const next = page.getByRole("list", { name: "Next steps" });
  await expect(next.getByRole("listitem")).toHaveText([/own board/, /schedule/, /phone/]);
  await choose(page, "link", "Add a schedule Runs also while this page is closed.");
  await expect(page.getByRole("tab", { name: "Schedules", selected: true })).toBeVisible();
  await page.goBack();
  await choose(page, "button", "Dismiss next steps");
  await page.reload();
  await expect(page.getByRole("link", { name: "Lamp", exact: true }).first()).toBeVisible();
  await expect(next).toHaveCount(0);
});

test("the first steps stay away after dismissal", async ({ page, account }) => {
  await signIn(page, account, "/dashboard");
  await expect(steps(page)).toHaveCount(6);
  await page.getByRole("button", { name: "Dismiss first steps" }).click();
  await expect(steps(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("No devices")).toBeVisible();
  await expect(steps(page)).toHaveCount(0);
});

test("an offline device is not shown as switched, and catches up when it returns", async ({
  page,
  account,
}) => {
  await signIn(page, account, "/dashboard");
  await page.getByRole("button", { name: "Do the first four for me" }).click();
  await page.getByRole("link", { name: "Try a virtual device" }).click();
  await expect(page.getByRole("heading", { name: "Virtual device" })).toBeVisible();
  await page.getByRole("button", { name: "Turn On" }).click();
  await expect(page.getByText("Device is offline: it will switch when it returns")).toBeVisible();
  await page.getByRole("button", { name: "Power on" }).click();
  await expect(page.getByRole("img", { name: "ESP32, the lamp on pin 13 is lit" })).toBeVisible();
  await expect(page.getByText(/^Taken by the device in/)).toBeVisible();

  await page.getByRole("region", { name: "Switch" }).getByRole("link", { name: "Lamp" }).click();
  await expect(page.getByRole("heading", { name: "Lamp", level: 1 })).toBeVisible();
  await page.getByRole("tab", { name: "Connections" }).click();
  await expect(page.getByRole("img", { name: /^Connected for .* of the last 24 hours/ })).toBeVisible();
  await page.getByRole("tab", { name: "Events" }).click();
  await expect(page.getByRole("table", { name: "Events" })).toContainText("someone on the page");
});
