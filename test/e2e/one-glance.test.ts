/** The dashboard at a glance, on a phone, too, and its few requests. */

import type { Page } from "@playwright/test";
import { type Account, PASSWORD } from "../support/account.ts";
import { mqttLibrary } from "../support/device-process.ts";
import { refusalsOf } from "../support/remedies.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";

const PHONE = { width: 360, height: 740 };
const THUMB = 44;

test("on a phone four devices and their switches fit on one screen, and ten on two", async ({
  page,
  account,
}) => {
  await account.newKey();
  for (let n = 1; n <= 10; n += 1) await account.newDevice(`Lamp ${n}`);
  await page.setViewportSize(PHONE);
  await signIn(page, account, "/dashboard");
  await page.getByRole("button", { name: "Dismiss first steps" }).click();
  const steps = page.getByRole("list", { name: "First steps" });
  await expect(steps).toHaveCount(0);
  await page.reload();
  const levers = page.getByRole("region", { name: "Device Status" }).getByRole("button", { name: "Turn On" });
  await expect(levers).toHaveCount(4);
  await expect(levers.last()).toBeInViewport({ ratio: 1 });
  await expect(steps).toHaveCount(0);

  await page.goto("/dashboard/devices");
  await expect(page.getByRole("button", { name: "Turn On" })).toHaveCount(10);
  const box = await page.getByRole("table", { name: "Devices" }).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(2 * PHONE.height);
  const lever = await page.getByRole("button", { name: "Turn On" }).first().boundingBox();
  expect(lever?.height).toBeGreaterThanOrEqual(THUMB);
  await expect(page.getByLabel("ID of Lamp 1", { exact: true })).toBeHidden();
  await page.getByRole("button", { name: "More" }).first().click();
  await expect(page.getByRole("button", { name: "Edit" })).toHaveCount(1);

  await page.getByRole("link", { name: "Lamp 1", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Lamp 1" })).toBeVisible();
  await expect(page).toHaveTitle("Lamp 1 · Switchyard");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const current = page.getByRole("navigation", { name: "Main" }).locator("[aria-current=page]");
  await expect(current).toHaveText("Devices");
  await page.keyboard.press("Escape");
  const settings = page.getByRole("tab", { name: "Settings" });
  await settings.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/\?tab=events$/);
  await page.getByRole("link", { name: "All events" }).click();
  await expect(page).toHaveURL(/\?device=Lamp(\+|%20)1$/);
});

test("on a phone a blocked attempt is two lines, and the rest unfolds", async ({ page, account }) => {
  const [refusal] = refusalsOf("any");
  const refusals = Array.from({ length: 8 }, (_, at) => ({
    ...refusal,
    id: `r${at}`,
    tried: `a/${at}`.repeat(30),
  }));
  await page.route("**/v0/mqtt/log/", (route) => route.fulfill({ json: refusals }));
  await page.setViewportSize(PHONE);
  await signIn(page, account, "/dashboard/mqtt/log");
  const rows = page.getByRole("table", { name: "Blocked attempts" }).getByRole("row");
  await expect(rows).toHaveCount(1 + refusals.length);
  const heights = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => row.getBoundingClientRect().height),
  );
  expect(Math.max(...heights)).toBeLessThanOrEqual(64);
  const row = rows.nth(1);
  await expect(row.getByText("Why", { exact: true })).toBeHidden();
  await row.getByRole("button", { name: /^More/ }).click();
  await expect(row.getByText("Why", { exact: true })).toBeVisible();
});

/** Second by second, so that responses arrive between requests. */
async function pass(page: Page, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await page.clock.runFor(1_000);
    await page.evaluate(() => fetch("/icon.svg"));
  }
}

/** The API calls while this much of the page's time passes. */
async function asked(page: Page, seconds: number): Promise<string[]> {
  const calls: string[] = [];
  const note = (request: { url(): string }) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/v0/")) calls.push(pathname);
  };
  page.on("request", note);
  await pass(page, seconds);
  page.off("request", note);
  return calls;
}

async function newLamp(account: Account) {
  await account.newKey();
  await account.newCredential("porch", []);
  const lamp = await account.newDevice("Porch lamp");
  const connect = (clientId: string) =>
    mqttLibrary({
      baseUrl: baseUrl(),
      userId: account.userId,
      version: 5,
      login: { clientId, username: `${lamp.id}:porch`, password: PASSWORD },
      topic: "",
    });
  return { lamp, connect };
}

const rowOf = (page: Page) => page.getByRole("region", { name: "Device Status" }).getByRole("listitem");

/** With the page's own clock. */
async function openDashboard(page: Page, account: Account): Promise<void> {
  await signIn(page, account);
  await page.clock.install();
  await page.goto("/dashboard");
  await expect(page.getByRole("status").filter({ hasText: "Broker: Connected" })).toBeVisible();
}

/** One refresh follows a connection. */
async function expectQuiet(page: Page): Promise<void> {
  await pass(page, 20);
  expect((await asked(page, 60)).length).toBeLessThanOrEqual(2);
}

test("a quiet dashboard makes hardly any calls, and shows a first connection and changes at once [F290]", async ({
  page,
  account,
}) => {
  const { lamp, connect } = await newLamp(account);
  await account.call("PUT", "/v0/users/", { first_name: "Ada", last_name: "L", email: account.email });
  await openDashboard(page, account);
  await page.getByRole("button", { name: "Dismiss first steps" }).click();
  const row = rowOf(page);
  await expect(row).toContainText("Not connected");
  await expectQuiet(page);
  const first = await connect("first");
  await expect(row).not.toContainText("Not connected");
  await expectQuiet(page);

  // The page's clock stands still, so this came over MQTT.
  await first.kill();
  await expect(row).toContainText("Not connected");
  const second = await connect("second");
  await expect(row).not.toContainText("Not connected");
  await account.switchDevice(lamp, "on");
  await expect(row.getByRole("button", { name: "Turn Off" })).toHaveAttribute("data-proof", "taken");
  await second.kill();
});

test("it does so in the classic profile, which retains no status [F290]", async ({ page, account }) => {
  const { connect } = await newLamp(account);
  await account.call("PUT", "/v0/mqtt/settings/", { profile: "classic" });
  await openDashboard(page, account);
  await expect(rowOf(page)).toContainText("Not connected");
  await expectQuiet(page);
  const device = await connect("first");
  await expect(rowOf(page)).not.toContainText("Not connected");
  await device.kill();
});
