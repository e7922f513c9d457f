/** The virtual device runs on any screen, with its lamp in view; a phone is the lamp until its link is revoked. */

import type { Page } from "@playwright/test";
import { baseUrl, expect, signIn, test } from "./journey.ts";

const PHONE = { width: 360, height: 640 };

const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
const taken = (page: Page) => expect(page.getByText(/^Taken by the device in/)).toBeVisible();

async function openDevice(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Switch" }).getByRole("link", { name: "Lamp" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Lamp" })).toBeVisible();
}

/** Returns the address. */
async function openOnPhone(page: Page, phone: Page): Promise<URL> {
  await press(page, "Make a phone link");
  await expect(page.getByRole("img", { name: "The link as a QR code" })).toBeVisible();
  const link = await page.getByLabel("Phone link", { exact: true }).inputValue();
  await phone.goto(link);
  await expect(phone.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
  return new URL(link);
}

async function switchOnPhone(page: Page, phone: Page): Promise<void> {
  expect((await openOnPhone(page, phone)).hostname).toBe("phone.test");
  // as in a network without TLS, where browsers disable features
  expect(await phone.evaluate(() => window.isSecureContext)).toBe(false);
  await expect(phone.getByRole("heading", { name: "Lamp" })).toBeVisible();
  await press(page, "Turn On");
  await expect(phone.getByRole("img", { name: "The lamp is lit" })).toBeVisible();
  await taken(page);
  // the account's first acknowledged command
  await expect(page.getByText("Your first device took its first command.").first()).toBeVisible();
  await phone.reload();
  await expect(phone.getByRole("img", { name: "The lamp is lit" })).toBeVisible();
  await expect(phone.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
  await press(page, "Turn Off");
  await expect(phone.getByRole("img", { name: "The lamp is dark" })).toBeVisible();
}

async function revoke(page: Page, phone: Page): Promise<void> {
  await press(page, "Revoke all links");
  await expect(page.getByText("No link of this device works any more.")).toBeVisible();
  // it reconnects, is refused, and explains that on the phone
  const over = phone.getByText(/has expired or was revoked/);
  await expect(over).toBeVisible();
  await phone.reload();
  await expect(over).toBeVisible();
  // a link that never existed
  await phone.goto("/device#worn");
  await phone.reload();
  await expect(over).toBeVisible();
  // the same without a server
  await phone.route("**/v0/**", (route) => route.abort());
  await phone.reload();
  await expect(phone.getByText("The link could not be opened.")).toBeVisible();
  await phone.unroute("**/v0/**");
  await press(phone, "Try again");
  await expect(over).toBeVisible();
}

async function catchUp(page: Page): Promise<void> {
  await press(page, "Turn On");
  await expect(page.getByText("Device is offline: it will switch when it returns")).toBeVisible();
  await press(page, "Power on");
  await expect(page.getByRole("region", { name: "Board" }).getByText("Running")).toBeVisible();
  const lamp = page.getByRole("img", { name: /^ESP32, the lamp on pin 13 is/ });
  await expect(lamp).toHaveAccessibleName("ESP32, the lamp on pin 13 is lit");
  await taken(page);
  await press(page, "Turn Off");
  await expect(lamp).toHaveAccessibleName("ESP32, the lamp on pin 13 is dark");
  await press(page, "Turn On");
  await expect(lamp).toHaveAccessibleName("ESP32, the lamp on pin 13 is lit");
  // its lamp is in view when its switch is pressed
  await expect(lamp).toBeInViewport({ ratio: 1 });
}

test("a phone that opens the link is the lamp, until the link is revoked; a virtual device catches up when it is powered on, and continues beside other screens, and beside a phone [F396]", async ({
  page,
  browser,
  account,
}) => {
  await page.setViewportSize(PHONE);
  await signIn(page, account, "/dashboard");
  await press(page, "Do the first four for me");
  await page.getByRole("link", { name: "Try a virtual device" }).click();
  await expect(page.getByRole("heading", { name: "Virtual device" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Broker:" })).toContainText("Connected");
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: baseUrl() });
  try {
    const phone = await context.newPage();
    await switchOnPhone(page, phone);
    await revoke(page, phone);
    await catchUp(page);
    await openOnPhone(page, phone);
  } finally {
    await context.close();
  }

  await openDevice(page);
  await press(page, "Turn Off");
  await expect(page.getByText(/^Taken by the device in \d+ ms$/)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("region", { name: "Board" }).getByText("Running")).toBeVisible();
  await expect(page.getByRole("log")).toContainText("Pin 13 LOW");
  await expect(page.getByRole("log").getByText(/^Connected as/)).toHaveCount(1);

  await openDevice(page);
  await page.getByRole("tab", { name: "Connections" }).click();
  await expect(page.getByRole("img", { name: /^Connected for .* of the last 24 hours/ })).toBeVisible();
  await page.getByRole("tab", { name: "Events" }).click();
  await expect(page.getByRole("table", { name: "Events" })).toContainText("you on the page");
});
