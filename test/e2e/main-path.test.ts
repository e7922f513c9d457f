/** The main job, end to end: a person switches a real MQTT device on from a browser. */

import type { Page } from "@playwright/test";
import { newEmail, PASSWORD } from "../support/account.ts";
import { paho, type RunningDevice } from "../support/device-process.ts";
import { baseUrl, expect, test } from "./journey.ts";

const goTo = (page: Page, name: string) =>
  page.getByRole("navigation").getByRole("link", { name, exact: true }).click();

async function register(page: Page): Promise<void> {
  await page.goto("/register");
  await page.getByLabel("Email").fill(newEmail());
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** Makes an API key on the profile, and reads there who one is. */
async function createKey(page: Page): Promise<string> {
  await goTo(page, "Profile");
  await page.getByRole("button", { name: "Generate New API Key" }).click();
  await expect(page.getByLabel("API key", { exact: true })).toHaveValue(/^\w{20,}$/);
  return page.getByLabel("User ID").inputValue();
}

async function createChannel(page: Page, topic: string): Promise<void> {
  await goTo(page, "Channels");
  await page.getByRole("button", { name: "Add Channel" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Channel" });
  await dialog.getByLabel("Channel Name").fill("Workshop");
  await dialog.getByLabel("MQTT Topic").fill(topic);
  await dialog.getByRole("button", { name: "Add Channel" }).click();
  await expect(page.getByRole("cell", { name: topic })).toBeVisible();
}

async function createCredential(page: Page, username: string, topic: string): Promise<void> {
  await goTo(page, "Credentials");
  await page.getByRole("button", { name: "Add Credential" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Credential" });
  await dialog.getByLabel("Credential Name").fill("Workbench");
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByLabel("Topics", { exact: true }).selectOption(topic);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByRole("button", { name: "Add Credential" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Workbench" })).toContainText(topic);
}

async function createDevice(page: Page, name: string, topic: string): Promise<string> {
  await goTo(page, "Devices");
  await page.getByRole("button", { name: "New" }).click();
  const dialog = page.getByRole("dialog", { name: "Add New Device" });
  await dialog.getByLabel("Device Name").fill(name);
  await dialog.getByLabel("Topics", { exact: true }).selectOption(topic);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByRole("button", { name: "Add Device" }).click();
  const row = rowOf(page, name);
  await expect(row).toContainText(topic);
  return row.getByRole("textbox").inputValue();
}

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function expectEvents(page: Page, labels: string[]): Promise<void> {
  await goTo(page, "Events");
  const rows = page.getByRole("table", { name: "Events" }).getByRole("row");
  // The newest first, under the row of headings; the list looks for news by itself.
  await expect(rows).toHaveCount(labels.length + 1, { timeout: 30_000 });
  for (const [index, label] of labels.entries()) await expect(rows.nth(index + 1)).toContainText(label);
}

test("a person switches a real MQTT device on from a browser", async ({ page }) => {
  const topic = "workshop/lamp";
  await register(page);
  const userId = await createKey(page);
  await createChannel(page, topic);
  await createCredential(page, "bench", topic);
  const deviceId = await createDevice(page, "Desk lamp", topic);

  const control = `${userId}/devices/${deviceId}/control`;
  const login = { clientId: "desk-lamp", username: `${deviceId}:bench`, password: PASSWORD };
  const lamp: RunningDevice = await paho({ baseUrl: baseUrl(), userId, version: 4, login, topic: control });
  try {
    const row = rowOf(page, "Desk lamp");
    await expect(row).toContainText("Off");
    await expectEvents(page, ["Connected"]);
    await goTo(page, "Devices");
    await row.getByRole("button", { name: "Turn On" }).click();
    await lamp.untilHeard(1);
    expect(lamp.heard).toEqual([{ topic: control, payload: '{"state":"on"}' }]);
    await expect(row.getByRole("button", { name: "Turn Off" })).toBeVisible();

    await page.reload();
    await expect(row.getByRole("button", { name: "Turn Off" })).toBeVisible();
    await expect(row.getByRole("cell", { name: "On", exact: true })).toBeVisible();
  } finally {
    await lamp.kill();
  }
  await expectEvents(page, ["Connection Lost", "Turned On", "Connected"]);
});
