/** The virtual device runs on any screen, and its lamp is in view when its switch is pressed. */

import type { Browser, Page } from "@playwright/test";
import { expect, signIn, test } from "./journey.ts";

const PHONE = { width: 360, height: 640 };

async function openOnPhone(page: Page, browser: Browser): Promise<void> {
  await page.getByRole("button", { name: "Make a phone link" }).click();
  const link = await page.getByLabel("Phone link", { exact: true }).inputValue();
  const context = await browser.newContext();
  try {
    const phone = await context.newPage();
    await phone.goto(link);
    await expect(phone.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
  } finally {
    await context.close();
  }
}

test("a virtual device catches up when it is powered on, and continues beside other screens, and beside a phone", async ({
  page,
  browser,
  account,
}) => {
  await page.setViewportSize(PHONE);
  await signIn(page, account, "/dashboard");
  await page.getByRole("button", { name: "Do the first four for me" }).click();
  await page.getByRole("link", { name: "Try a virtual device" }).click();
  await expect(page.getByRole("heading", { name: "Virtual device" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Broker:" })).toContainText("Connected");
  await page.getByRole("button", { name: "Turn On" }).click();
  await expect(page.getByText("Device is offline: it will switch when it returns")).toBeVisible();
  await page.getByRole("button", { name: "Power on" }).click();
  const board = page.getByRole("region", { name: "Board" });
  await expect(board.getByText("Running")).toBeVisible();
  const lamp = page.getByRole("img", { name: /^ESP32, the lamp on pin 13 is/ });
  await expect(lamp).toHaveAccessibleName("ESP32, the lamp on pin 13 is lit");
  await expect(page.getByText(/^Taken by the device in/)).toBeVisible();

  // its lamp is in view when its switch is pressed
  await page.getByRole("button", { name: "Turn Off" }).click();
  await expect(lamp).toHaveAccessibleName("ESP32, the lamp on pin 13 is dark");
  await page.getByRole("button", { name: "Turn On" }).click();
  await expect(lamp).toHaveAccessibleName("ESP32, the lamp on pin 13 is lit");
  await expect(lamp).toBeInViewport({ ratio: 1 });

  await openOnPhone(page, browser);
  await page.getByRole("region", { name: "Switch" }).getByRole("link", { name: "Lamp" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Lamp" })).toBeVisible();
  await page.getByRole("button", { name: "Turn Off" }).click();
  await expect(page.getByText(/^Taken by the device in \d+ ms$/)).toBeVisible();
  await page.goBack();
  await expect(board.getByText("Running")).toBeVisible();
  await expect(page.getByRole("log")).toContainText("Pin 13 LOW");
  await expect(page.getByRole("log").getByText(/^Connected as/)).toHaveCount(1);

  await page.getByRole("region", { name: "Switch" }).getByRole("link", { name: "Lamp" }).click();
  await page.getByRole("tab", { name: "Connections" }).click();
  await expect(page.getByRole("img", { name: /^Connected for .* of the last 24 hours/ })).toBeVisible();
  await page.getByRole("tab", { name: "Events" }).click();
  await expect(page.getByRole("table", { name: "Events" })).toContainText("someone on the page");
});
