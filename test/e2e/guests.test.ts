/** A guest's link: the owner shares devices, the guest switches one, the owner changes the link and ends it. */

import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import type { NewGuest } from "../../worker/contract/guests.ts";
import { type Account, newDeviceSetup } from "../support/account.ts";
import { mqttLibrary } from "../support/device-process.ts";
import { expectNoFindings } from "./axe.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";
import { choose, tabTo, type } from "./keys.ts";
import { allowDevices } from "./steps.ts";

const NARROW = { width: 360, height: 740 };
test.use({ viewport: NARROW });

/** Another person's browser. */
async function guestPage(
  browser: Browser,
  token: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: NARROW, locale: "en-US", ...options });
  const page = await context.newPage();
  await page.goto(new URL(`/guest#${token}`, baseUrl()).href);
  return page;
}

const names = (page: Page) => page.getByRole("heading", { level: 2 });
const ended = (page: Page) => page.getByRole("heading", { name: "This link has ended" });

/** Thirty devices; the first is a connected lamp with a dimmer that reports a temperature. */
async function newHouse() {
  const setup = await newDeviceSetup(baseUrl());
  const { account, device, login, control } = setup;
  await allowDevices(account, 30);
  const controls = [{ key: "brightness", kind: "number", unit: "%", min: 0, max: 100, step: 10 }];
  await account.call("PUT", `/v0/devices/on-off/${device.id}/`, { name: "Lamp 0", controls });
  for (let at = 1; at < 30; at += 1) await account.newDevice(`Lamp ${at}`);
  const place = { baseUrl: baseUrl(), userId: account.userId, version: 5 as const };
  const lamp = await mqttLibrary({ ...place, login, topic: control });
  await account.untilEvent(device.id, "connected");
  await lamp.client.publishAsync(`${control.replace(/control$/, "telemetry")}`, '{"temperature":21.5}', {
    qos: 1,
  });
  return { account, device, lamp };
}

/** The owner shares Lamp 0, Lamp 7 and Lamp 29. Returns the address of the link. */
async function shareByKeys(page: Page): Promise<string> {
  await choose(page, "button", "Share");
  const dialog = page.getByRole("dialog", { name: "Share by a Link" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await type(page, "Name", "Anna");
  for (const name of ["Lamp 7", "Lamp 29"]) {
    await tabTo(page, "checkbox", name);
    await page.keyboard.press("Space");
  }
  await dialog.locator("summary").press("Enter");
  await type(page, "A word to the guest", "Anna, ring 12 if it is dark");
  await expect(
    dialog.getByText(/^Anyone with this link can switch .*Lamp 29.* until the end of /),
  ).toBeVisible();
  await choose(page, "button", "Make Link");
  const address = await dialog.getByRole("textbox", { name: "Guest’s link" }).inputValue();
  await expectNoFindings(page);
  await choose(page, "button", "Done");
  return address;
}

test("the owner shares three of thirty devices; the guest switches one; the owner sees who, takes one back and ends the link", async ({
  page,
  browser,
}) => {
  const { account, device, lamp } = await newHouse();
  try {
    await signIn(page, account, `/dashboard/devices/${device.id}?tab=events`);
    const address = await shareByKeys(page);
    expect(address).toContain("/guest#swt_");
    const guest = await guestPage(browser, new URL(address).hash.slice(1));
    await expect(names(guest)).toHaveText(["Lamp 0", "Lamp 7", "Lamp 29"]);
    await expect(guest.getByText("21.5", { exact: true })).toBeVisible();
    await expect(guest.getByText("Anna, ring 12 if it is dark")).toBeVisible();
    await expectNoFindings(guest);
    await guest.setViewportSize({ width: 320, height: 640 });
    await expectNoFindings(guest);

    await tabTo(guest, "button", "Turn On Lamp 0");
    await guest.keyboard.press("Space");
    await expect(guest.getByText("On. Taken by the device")).toBeVisible();
    expect(JSON.parse(lamp.heard.at(-1)?.payload ?? "")).toMatchObject({ state: "on" });
    await tabTo(guest, "slider", "Brightness");
    await guest.keyboard.press("End");
    await expect.poll(() => JSON.parse(lamp.heard.at(-1)?.payload ?? "")).toMatchObject({ brightness: 100 });
    await expect(page.getByText(/^guest “.?Anna.?”$/).first()).toBeAttached();

    await page.goto("/dashboard/profile?tab=keys");
    await expect(page.getByRole("button", { name: "Edit Anna" })).toBeVisible();
    await choose(page, "button", "Edit Anna");
    await expect(page.getByRole("dialog", { name: "Edit Guest" })).toBeVisible();
    await tabTo(page, "checkbox", "Lamp 7");
    await page.keyboard.press("Space");
    await choose(page, "button", "Change Link");
    await expect(names(guest)).toHaveText(["Lamp 0", "Lamp 29"]);

    await choose(page, "button", "Delete Anna");
    await expect(page.getByRole("dialog")).toBeVisible();
    await choose(page, "button", "Delete");
    await expect(ended(guest)).toBeVisible();
    await expect(guest.getByText("Anna, ring 12 if it is dark")).toBeVisible();
    await expect(names(guest)).toHaveCount(0);
    await expectNoFindings(guest);
    await guest.context().close();
  } finally {
    await lamp.kill();
  }
});

const share = (account: Account, devices: string[], body: object = {}): Promise<NewGuest> =>
  account.call("POST", "/v0/guests/", { name: "Anna", devices, may: "switch", ...body });

test("a link that has not begun says when it does, in the guest's language, and then works without a press", async ({
  browser,
  account,
}) => {
  await account.newKey();
  const { id } = await account.newDevice("Stehlampe");
  const startsAt = new Date(Date.now() + 3_600_000).toISOString();
  const { token } = await share(account, [id], { starts_at: startsAt });
  const guest = await guestPage(browser, token, { locale: "de-DE" });
  await guest.clock.install();
  await guest.reload();
  await expect(guest.getByRole("heading", { name: "Dieser Link gilt noch nicht" })).toBeVisible();
  await expect(guest.getByText(/^Er gilt ab \S+tag, /)).toBeVisible();
  await expectNoFindings(guest);
  const [made] = await account.call<{ id: string }[]>("GET", "/v0/guests/");
  const body = { name: "Anna", devices: [id], may: "switch", starts_at: null };
  await account.call("PUT", `/v0/guests/${made?.id}/`, body);
  await guest.clock.fastForward(3_700_000);
  await expect(names(guest)).toHaveText(["Stehlampe"]);
  await expect(guest.getByRole("button", { name: "Einschalten Stehlampe" })).toBeVisible();
  await guest.context().close();
});

test("on a computer that others use, the link is in no address and in no other tab [T403]", async ({
  browser,
  account,
}) => {
  await account.newKey();
  const { id } = await account.newDevice("Lamp");
  const { token } = await share(account, [id]);
  const guest = await guestPage(browser, token);
  await expect(names(guest)).toHaveText(["Lamp"]);
  expect(new URL(guest.url()).hash).toBe("");
  await guest.reload();
  await expect(names(guest)).toHaveText(["Lamp"]);
  const stored = await guest.evaluate(() => JSON.stringify(localStorage) + document.cookie);
  expect(stored).not.toContain(token);
  const later = await guest.context().newPage();
  await later.goto(new URL("/guest", baseUrl()).href);
  await expect(ended(later)).toBeVisible();
  await guest.context().close();
});

test("names with markup, a hundred emoji and right-to-left text are shown as they are; a deleted device leaves", async ({
  browser,
  account,
}) => {
  await account.newKey();
  const strange = ["Fan <b onclick=alert(1)>", "🧪".repeat(50), "מנורת הכניסה 💡 (2)", "x".repeat(100)];
  const devices: string[] = [];
  for (const name of strange) devices.push((await account.newDevice(name)).id);
  const { token } = await share(account, devices);
  const guest = await guestPage(browser, token, { viewport: { width: 320, height: 640 } });
  await expect(names(guest)).toHaveText(strange);
  await expectNoFindings(guest);
  await account.call("DELETE", `/v0/devices/on-off/${devices[0]}/`);
  // never switched, so nothing reports its end: the guest learns it by a press
  await guest.getByRole("button", { name: /^Turn On Fan/ }).click();
  await expect(names(guest)).toHaveText(strange.slice(1));
  await guest.context().close();
});

test("a guest's page loads none of the page's scripts, and at most 60 kB", async ({ page }) => {
  const sizes: number[] = [];
  page.on("response", async (response) => {
    if (response.request().resourceType() === "script") sizes.push((await response.body()).length);
  });
  await page.goto("/guest");
  await expect(ended(page)).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
});
