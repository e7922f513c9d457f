/** The main path, end to end and by keyboard: a user switches a real MQTT device on from a browser. */

import type { Page } from "@playwright/test";
import { newEmail, PASSWORD } from "../support/account.ts";
import { paho } from "../support/device-process.ts";
import { baseUrl, expect, test } from "./journey.ts";
import { choose, goToByKeys as goTo, openFilters, tabTo, type } from "./keys.ts";
import { rowOf, unfold } from "./steps.ts";

// The product as deployed, with the service worker.
test.use({ serviceWorkers: "allow" });

const dialogOf = (page: Page) => page.getByRole("dialog");

/** Returns the id of the user. */
async function registerAndMakeKey(page: Page): Promise<string> {
  await page.goto("/register");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(newEmail());
  await type(page, "Password", PASSWORD);
  await type(page, "Confirm password", PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard");

  await goTo(page, "Profile");
  const userId = await page.getByLabel("User ID").inputValue();
  await choose(page, "button", "Generate New API Key");
  await expect(page.getByLabel("API key", { exact: true })).toHaveValue(/^\w{20,}$/);
  return userId;
}

async function addChannel(page: Page): Promise<void> {
  await goTo(page, "Channels");
  await choose(page, "button", "Add Channel");
  await expect(dialogOf(page).getByLabel("Channel Name")).toBeFocused();
  await page.keyboard.type("Workshop");
  await type(page, "MQTT Topic", "workshop/lamp");
  await page.keyboard.press("Enter");
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add Channel" })).toBeFocused();
}

async function addTopic(page: Page): Promise<void> {
  await tabTo(page, "combobox", "Topics");
  await page.keyboard.type("workshop");
  await choose(page, "button", "Add");
  await expect(dialogOf(page).getByRole("list", { name: "Chosen: Topics" })).toContainText("workshop/lamp");
}

/** Returns its generated password. */
async function addCredential(page: Page): Promise<string> {
  await goTo(page, "Credentials");
  await choose(page, "button", "Add Credential");
  await expect(dialogOf(page).getByLabel("Credential Name")).toBeFocused();
  await page.keyboard.type("Workbench");
  await type(page, "Username", "bench");
  await choose(page, "button", "Generate password");
  const password = await dialogOf(page).getByLabel("Password", { exact: true }).inputValue();
  await addTopic(page);
  await choose(page, "button", "Remove workshop/lamp");
  await expect(dialogOf(page)).toContainText("No topics chosen");
  await addTopic(page);
  await choose(page, "button", "Add Credential");
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole("table", { name: "MQTT Credentials" })).toContainText("Workbench");
  return password;
}

/** Returns its id from the list. */
async function addDevice(page: Page): Promise<string> {
  await goTo(page, "Devices");
  await choose(page, "button", "New");
  await expect(dialogOf(page).getByLabel("Device Name")).toBeFocused();
  await page.keyboard.type("Desk lamp");
  await addTopic(page);
  await choose(page, "button", "Add Device");
  await expect(dialogOf(page)).toHaveCount(0);
  const row = rowOf(page, "Desk lamp");
  await expect(row).toContainText("workshop/lamp");
  await unfold(row);
  return row.getByRole("textbox").inputValue();
}

async function filterEvents(page: Page): Promise<void> {
  await goTo(page, "Events");
  const table = page.getByRole("table", { name: "Events" });
  // the newest first, under the heading row; the list refreshes itself
  await expect(table.getByRole("row")).toContainText([/Device/, "Connection Lost", "Turned On", "Connected"]);
  await tabTo(page, "searchbox", "Search");
  await page.keyboard.type("turned off");
  await expect(page.getByText("No events found matching your criteria.")).toBeVisible();
  await choose(page, "button", "Clear filters");
  await expect(table).toContainText("Turned On");

  await page.getByRole("main").focus();
  await openFilters(page);
  await tabTo(page, "combobox", "Device");
  await page.keyboard.type("Desk");
  await expect(page).toHaveURL(/device=Desk/);
  await tabTo(page, "combobox", "Status");
  await page.keyboard.type("Turned On");
  await expect(page).toHaveURL(/status=turned_on/);
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Date", { exact: true })).toBeFocused();
  const today = await page.evaluate(() => {
    const now = new Date();
    const [month, day] = [now.getMonth() + 1, now.getDate()].map((each) => String(each).padStart(2, "0"));
    return { typed: `${month}${day}${now.getFullYear()}`, address: `${now.getFullYear()}-${month}-${day}` };
  });
  await page.keyboard.type(today.typed);
  await expect(page).toHaveURL(new RegExp(`date=${today.address}`));
  await expect(table.getByRole("row")).toHaveCount(2);
}

test("every step to a switched device and its events works by keyboard", async ({ page }) => {
  const userId = await registerAndMakeKey(page);
  await page.reload();
  await expect(page.getByLabel("API key", { exact: true })).toHaveValue(/^\w{20,}$/);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await addChannel(page);
  const password = await addCredential(page);
  const deviceId = await addDevice(page);

  const topic = `${userId}/devices/${deviceId}/control`;
  const login = { clientId: "desk-lamp", username: `${deviceId}:bench`, password };
  const lamp = await paho({ baseUrl: baseUrl(), userId, version: 4, login, topic });
  const row = rowOf(page, "Desk lamp");
  try {
    await expect(page.getByRole("status").filter({ hasText: "Broker:" })).toContainText("Connected");
    await expect(row).toContainText("Off");
    await expect(row).not.toContainText("Not connected");
    await tabTo(page, "button", "Turn On");
    await page.keyboard.press("Space");
    await lamp.untilHeard(1);
    expect(lamp.heard).toEqual([{ topic, payload: '{"state":"on"}' }]);
    await expect(page.getByRole("button", { name: "Turn Off" })).toBeFocused();
    await page.reload();
    await expect(row.getByRole("button", { name: "Turn Off" })).toHaveAttribute("data-proof", "taken");
  } finally {
    await lamp.kill();
  }
  await expect(row).toContainText("Not connected");

  await unfold(row);
  await choose(page, "button", "Edit");
  await expect(dialogOf(page).getByLabel("Device Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Edit" })).toBeFocused();
  await filterEvents(page);
});
