/** The values of a guest's page, as they were measured. */

import type { Browser, Page } from "@playwright/test";
import type { NewGuest } from "../../worker/contract/guests.ts";
import type { Account } from "../support/account.ts";
import { baseUrl, expect, test } from "./journey.ts";

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const POWER = [20, 22, 10, 10, 2400, 10, 10, 10, 21, 20];

async function write(account: Account, device: string, at: number, values: object): Promise<void> {
  const body = { t: new Date(at).toISOString(), d: values };
  await account.call("POST", `/v0/devices/on-off/${device}/telemetry/?from=/d&at=/t`, body);
}

async function newDevices(account: Account, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push((await account.newDevice(`Sensor ${at}`)).id);
  return ids;
}

async function guestPage(browser: Browser, account: Account, devices: string[]): Promise<Page> {
  const { token } = await account.call<NewGuest>("POST", "/v0/guests/", {
    name: "Anna",
    devices,
    may: "see",
  });
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: "en-US" });
  const page = await context.newPage();
  await page.goto(new URL(`/guest#${token}`, baseUrl()).href);
  return page;
}

/** The lowest and the highest value are far from the averages of their minute and their hour. */
for (const count of [1, 5]) {
  test(`the peak of a few seconds is the highest value of the day, with ${count} in the link`, async ({
    browser,
    account,
  }) => {
    await account.newKey();
    const [device = "", ...others] = await newDevices(account, count);
    const begun = Date.now() - 10 * MINUTE;
    for (const [at, value] of POWER.entries()) {
      const place = at < 2 ? 0 : at < 8 ? 2 * MINUTE : 4 * MINUTE;
      await write(account, device, begun + place + at * SECOND, { power_w: value });
    }
    const page = await guestPage(browser, account, [device, ...others]);
    await expect(page.getByText("Last 24 hours: 10 – 2,400\u00a0W")).toBeVisible();
    await expect(page.getByText("Power", { exact: true })).toBeVisible();
    await expect(page.getByText(/^20\u00a0W/)).toBeVisible();
    await expect(page.getByText(/^5 min ago|^6 min ago/)).toBeVisible();
    await page.context().close();
  });
}

test("a value that is measured every three hours is one visible line", async ({ browser, account }) => {
  await account.newKey();
  const [device = ""] = await newDevices(account, 1);
  const begun = Date.now() - 21.5 * HOUR;
  for (let at = 0; at < 8; at += 1) await write(account, device, begun + at * 3 * HOUR, { hum: 50 + at });
  const page = await guestPage(browser, account, [device]);
  await expect(page.getByText("Last 24 hours: 50 – 57")).toBeVisible();
  const line = await page.locator("svg path").first().getAttribute("d");
  expect(line?.match(/M/g)).toHaveLength(1);
  expect(line?.match(/L/g)).toHaveLength(7);
  await page.context().close();
});
