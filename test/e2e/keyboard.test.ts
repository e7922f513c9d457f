/** The main journey without a mouse: every step by Tab, Enter, Space, arrows and typing alone. */

import type { Page } from "@playwright/test";
import { newEmail, PASSWORD } from "../support/account.ts";
import { expect, test } from "./journey.ts";

/** More than any screen of this journey has. */
const STOPS = 60;

/** Presses Tab until the focus is on what has this name. */
async function tabTo(page: Page, role: string, name: string): Promise<void> {
  const wanted = page.getByRole(role as "button", { name, exact: true }).and(page.locator(":focus"));
  for (let stop = 0; stop < STOPS; stop += 1) {
    if ((await wanted.count()) > 0) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached the ${role} "${name}".`);
}

async function choose(page: Page, role: string, name: string): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
}

async function type(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, "textbox", field);
  await page.keyboard.type(text);
}

test("everything on the way to a switched device can be done by keyboard", async ({ page }) => {
  await page.goto("/register");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(newEmail());
  await type(page, "Password", PASSWORD);
  await type(page, "Confirm password", PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard");

  await choose(page, "link", "Profile");
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  await choose(page, "button", "Generate New API Key");
  await expect(page.getByLabel("API key", { exact: true })).toHaveValue(/^\w{20,}$/);

  await page.reload();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await choose(page, "link", "Channels");
  await choose(page, "button", "Add Channel");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Channel Name")).toBeFocused();
  await page.keyboard.type("Workshop");
  await type(page, "MQTT Topic", "workshop/lamp");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add Channel" })).toBeFocused();

  await page.reload();
  await choose(page, "link", "Devices");
  await choose(page, "button", "New");
  await expect(dialog.getByLabel("Device Name")).toBeFocused();
  await page.keyboard.type("Desk lamp");
  await tabTo(page, "combobox", "Topics");
  await page.keyboard.type("workshop");
  await choose(page, "button", "Add");
  await expect(dialog.getByRole("list", { name: "Chosen: Topics" })).toContainText("workshop/lamp");
  await choose(page, "button", "Add Device");
  await expect(dialog).toHaveCount(0);

  await expect(page.getByRole("status").filter({ hasText: "Broker:" })).toContainText("Connected");
  await tabTo(page, "button", "Turn On");
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Turn Off" })).toBeFocused();

  await choose(page, "button", "Edit");
  await expect(dialog.getByLabel("Device Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Edit" })).toBeFocused();
});
