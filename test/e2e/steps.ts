/** A user's actions on the screens. */

import { expect, type Locator, type Page } from "@playwright/test";
import { newEmail, PASSWORD } from "../support/account.ts";

/** The side menu, behind a button on a small screen. */
export async function sideMenu(page: Page): Promise<Locator> {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  const side = page.getByRole("navigation", { name: "Main" });
  await expect(menu.or(side)).toBeVisible();
  if (await menu.isVisible()) await menu.click();
  return side;
}

export async function goTo(page: Page, name: string): Promise<void> {
  await (await sideMenu(page)).getByRole("link", { name, exact: true }).click();
}

export async function logOut(page: Page): Promise<void> {
  await (await sideMenu(page)).getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
}

export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

export async function fillRegistration(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(newEmail());
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
}

export async function register(page: Page): Promise<void> {
  await page.goto("/register");
  await fillRegistration(page);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** Creates an API key on the profile, and returns the user id shown there. */
export async function createKey(page: Page): Promise<string> {
  await goTo(page, "Profile");
  await page.getByRole("button", { name: "Generate New API Key" }).click();
  await expect(page.getByLabel("API key", { exact: true })).toHaveValue(/^\w{20,}$/);
  return page.getByLabel("User ID").inputValue();
}

export async function createChannel(page: Page, topic: string): Promise<void> {
  await goTo(page, "Channels");
  await page.getByRole("button", { name: "Add Channel" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Channel" });
  await dialog.getByLabel("Channel Name").fill("Workshop");
  await dialog.getByLabel("MQTT Topic").fill(topic);
  await dialog.getByRole("button", { name: "Add Channel" }).click();
  await expect(page.getByRole("cell", { name: topic })).toBeVisible();
}

export async function createCredential(page: Page, username: string, topic: string): Promise<void> {
  await goTo(page, "Credentials");
  await page.getByRole("button", { name: "Add Credential" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Credential" });
  await dialog.getByLabel("Credential Name").fill("Workbench");
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByLabel("Topics", { exact: true }).selectOption(topic);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByRole("button", { name: "Add Credential" }).click();
  await expect(rowOf(page, "Workbench")).toContainText(topic);
}

/** Returns the device's id from the list. */
export async function createDevice(page: Page, name: string, topic: string): Promise<string> {
  await goTo(page, "Devices");
  await page.getByRole("button", { name: "New", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add New Device" });
  await dialog.getByLabel("Device Name").fill(name);
  await dialog.getByLabel("Topics", { exact: true }).selectOption(topic);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByRole("button", { name: "Add Device" }).click();
  const row = rowOf(page, name);
  await expect(row).toContainText(topic);
  await unfold(row);
  return row.getByRole("textbox").inputValue();
}

/** Unfolds the details that a small screen hides. */
export async function unfold(devices: Page | Locator): Promise<void> {
  await expect(devices.getByRole("button", { name: /^(More|Edit)$/ }).first()).toBeVisible();
  // A pressed one reads Less.
  const more = devices.getByRole("button", { name: "More", exact: true });
  for (let folded = await more.count(); folded > 0; folded -= 1) await more.first().click();
}

export const rowOf = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });

export async function expectEvents(page: Page, labels: string[]): Promise<void> {
  await goTo(page, "Events");
  const rows = page.getByRole("table", { name: "Events" }).getByRole("row");
  // The newest first, under the heading row; the list refreshes itself.
  await expect(rows).toHaveCount(labels.length + 1, { timeout: 30_000 });
  for (const [index, label] of labels.entries()) await expect(rows.nth(index + 1)).toContainText(label);
}
