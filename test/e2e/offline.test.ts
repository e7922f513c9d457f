/**
 * Without a network the open page stays: each part explains its failure, and loads when the network is back.
 */

import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./journey.ts";
import { goTo, unfold } from "./steps.ts";

const OFFLINE = "You are offline";

/** A marker that a reload would lose. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { stands: true }));
const stands = (page: Page) => page.evaluate(() => "stands" in window);

async function enter(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await mark(page);
}

test.afterEach(async ({ page, pageErrors }) => {
  await page.context().setOffline(false);
  // A missing part, and the dashboard's lists, are logged on the console, too.
  pageErrors.length = 0;
});

test("an unvisited screen explains that the page is offline, and loads with the network [F86]", async ({
  page,
  account,
}) => {
  await signIn(page, account);
  await enter(page, "/dashboard", "Dashboard");
  await page.context().setOffline(true);
  await goTo(page, "Profile");
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await expect(page).toHaveURL("/dashboard/profile");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await goTo(page, "Dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await page.context().setOffline(false);
  await goTo(page, "Profile");
  await expect(page.getByLabel("User ID")).toHaveValue(account.userId);
  expect(await stands(page)).toBe(true);
});

test("a dialog, the palette and a toast that failed to load explain it in place [F86]", async ({
  page,
  account,
}) => {
  await account.newKey();
  await account.newDevice("Porch lamp");
  await signIn(page, account);
  await enter(page, "/dashboard/devices", "Devices");
  await unfold(page);
  await page.context().setOffline(true);

  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Device" });
  await expect(dialog.getByText(OFFLINE)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Go to a screen or a device" });
  await expect(palette.getByText(OFFLINE)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();

  await page.getByRole("button", { name: "Turn On" }).click();
  await expect(page.getByText(/^(Failed to update device status|MQTT client not connected)/)).toBeVisible();

  await page.getByRole("button", { name: "Edit" }).click();
  await expect(dialog.getByText(OFFLINE)).toBeVisible();
  await page.context().setOffline(false);
  // By itself, at the next attempt.
  await expect(dialog.getByLabel("Device Name")).toHaveValue("Porch lamp");
  expect(await stands(page)).toBe(true);
});
