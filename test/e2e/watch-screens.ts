/** The screens of watches and notices, in states that take long to arise. */

import type { Page, Route } from "@playwright/test";
import { greenhouseWatches, NOTICES, ORDERS, TARGETS } from "../support/greenhouse-watches.ts";
import { jsonOf } from "./answers.ts";
import { expect } from "./journey.ts";
import { measure, openDevice } from "./measured-screens.ts";
import type { Screen } from "./screen.ts";

/** Watches of the account's own devices. */
async function fulfillWatches(route: Route): Promise<void> {
  const devices: { id: string }[] = await jsonOf(
    route,
    new URL("/v0/devices/on-off/", route.request().url()).href,
  );
  await route.fulfill({ json: greenhouseWatches(devices.map(({ id }) => id)) });
}

async function watch(page: Page): Promise<void> {
  await page.route("**/v0/watches/", fulfillWatches);
  await page.route("**/v0/{notices/,watches/*/notices/}", (route) => route.fulfill({ json: NOTICES }));
  await page.route("**/v0/targets/", (route) =>
    route.request().method() === "GET" ? route.fulfill({ json: TARGETS }) : route.continue(),
  );
}

async function order(page: Page): Promise<void> {
  await watch(page);
  await page.route("**/v0/approvals/", (route) => route.fulfill({ json: ORDERS }));
}

/** Milliseconds after which everything else on a screen has come. */
const LATE_MS = 700;

/** The bar comes last, as with a slow connection: the screen below moves little then, too. */
async function orderThrice(page: Page): Promise<void> {
  const others = ORDERS.map((row, n) => ({ ...row, id: `${n}${row.id.slice(1)}`, state: "waiting" }));
  await page.route("**/v0/approvals/", async (route) => {
    await new Promise((done) => setTimeout(done, LATE_MS));
    await route.fulfill({ json: others.slice(0, 3) });
  });
}

async function openOrders(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Notices/ }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: /^Allow/ })).toBeVisible();
}

async function watchAndMeasure(page: Page): Promise<void> {
  await measure(page);
  await watch(page);
}

async function openSuggestions(page: Page): Promise<void> {
  await openDevice(page);
  await page.getByRole("tab", { name: "Watches" }).click();
  await page.getByRole("button", { name: "Add Watch" }).click();
  await expect(page.getByRole("list", { name: "Values" })).toBeVisible();
}

async function openLimit(page: Page): Promise<void> {
  await openSuggestions(page);
  await page.getByRole("button", { name: "temperature is above a limit" }).click();
  await page.getByText("Its name, and repeated notices").click();
  await expect(page.getByLabel("Repeat while it lasts")).toBeVisible();
}

/** At the chart of a value, with a device to switch. */
async function openThen(page: Page): Promise<void> {
  await openDevice(page);
  await page.getByRole("button", { name: "Watch temperature" }).click();
  const then = page.getByRole("group", { name: "Then" });
  await then.getByLabel("Switch a device").selectOption({ label: "Porch lamp" });
  await page.getByLabel("Its notices offer").selectOption({ label: "Turn Porch lamp off" });
  await page.getByLabel("Text of the button").scrollIntoViewIfNeeded();
}

async function openEvents(page: Page): Promise<void> {
  await openDevice(page);
  await page.getByRole("tab", { name: "Watches" }).click();
  await page.getByRole("button", { name: "Add Watch" }).click();
  await page.getByRole("button", { name: /has an error or misses a schedule/ }).click();
  await expect(page.getByRole("checkbox", { name: "connects", exact: true })).toBeVisible();
}

async function addWebhook(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Webhook", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add Webhook" });
  await dialog.getByLabel("Address").fill("https://hooks.example.com/switchyard");
  await dialog.getByRole("button", { name: "Add Webhook" }).click();
  await expect(dialog.getByText("It is not shown again.")).toBeVisible();
}

async function addChat(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Chat", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add Chat" });
  await dialog.getByLabel("Service").selectOption("Telegram");
  await dialog.getByLabel("Token of the bot").fill("7001234567:AAE-tokenOfABotHas35CharactersAfter");
  await expect(dialog.getByText(/^Write \/newbot/)).toBeVisible();
}

async function addDiscord(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Chat", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add Chat" });
  const wrong = "https://hooks.slack.com/services/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";
  await dialog.getByLabel("Webhook address").fill(wrong);
  await dialog.getByRole("button", { name: "Add Chat" }).click();
  await expect(dialog.getByText(/Choose Slack/)).toBeVisible();
}

async function addedNtfy(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Chat", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add Chat" });
  await dialog.getByLabel("Service").selectOption("ntfy");
  await dialog.getByLabel("Server and topic").fill("https://ntfy.example.org/greenhouse");
  await dialog.getByRole("button", { name: "Add Chat" }).click();
  await dialog.getByRole("button", { name: "Send Test" }).click();
  await expect(dialog.getByRole("status")).toContainText("Not sent.");
}

async function openNotices(page: Page): Promise<void> {
  await page
    .getByRole("table", { name: "Watches" })
    .getByRole("button", { name: /\d:\d\d/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByText("Send again").first()).toBeVisible();
}

async function openBell(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Notices/ }).click();
  await expect(page.getByRole("dialog").getByText("Porch lamp is connected again.")).toBeVisible();
}

const dashboard = { path: "/dashboard", signedIn: true, heading: "Dashboard" };
const watches = { path: "/dashboard/watches", signedIn: true, heading: "Watches" };
const devices = { path: "/dashboard/devices", signedIn: true, heading: "Devices" };

export const WATCH_SCREENS: Screen[] = [
  { name: "watches-empty", ...watches },
  { name: "watches", ...watches, prepare: watch },
  { name: "bell", ...dashboard, prepare: watch, open: openBell },
  { name: "orders", ...watches, prepare: order },
  { name: "order-bar", ...dashboard, prepare: orderThrice },
  { name: "bell-orders", ...dashboard, prepare: order, open: openOrders },
  { name: "watch-notices", ...watches, prepare: watch, open: openNotices },
  { name: "webhook-added", ...watches, prepare: watch, open: addWebhook },
  { name: "chat-telegram", ...watches, prepare: watch, open: addChat },
  { name: "chat-mistake", ...watches, prepare: watch, open: addDiscord },
  { name: "chat-added", ...watches, prepare: watch, open: addedNtfy },
  { name: "watch-suggestions", ...devices, prepare: watchAndMeasure, open: openSuggestions },
  { name: "watch-limit", ...devices, prepare: watchAndMeasure, open: openLimit },
  { name: "watch-then", ...devices, prepare: watchAndMeasure, open: openThen },
  { name: "watch-events", ...devices, prepare: watchAndMeasure, open: openEvents },
];
