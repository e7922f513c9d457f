/** A house of thirty devices on a phone. */

import type { Locator, Page } from "@playwright/test";
import type { Device } from "../../worker/contract/devices.ts";
import { type DeviceSetup, newDeviceSetup } from "../support/account.ts";
import { mqttLibrary } from "../support/device-process.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";
import { allowDevices } from "./steps.ts";

const SCREEN = 740;
test.use({ viewport: { width: 360, height: SCREEN } });

const ROOMS = ["Kitchen", "Bedroom", "Garden"];
const COUNT = 30;

async function newHouse({ account, device }: DeviceSetup): Promise<void> {
  await allowDevices(account, COUNT);
  const body = (at: number) => ({ name: `Lamp ${at}`, room: ROOMS[at % ROOMS.length] });
  await account.call("PUT", `/v0/devices/on-off/${device.id}/`, body(0));
  for (let at = 1; at < COUNT; at += 1) await account.call("POST", "/v0/devices/on-off/", body(at));
}

/** Rows whose levers fit on one screen below the first. */
async function rowsOfAScreen(levers: Locator): Promise<number> {
  const tops = await levers.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  return tops.map((top) => top - (tops[0] ?? 0)).filter((distance) => distance < SCREEN - 120).length;
}

const heightOf = (row: Locator) => row.evaluate((each) => each.getBoundingClientRect().height);

/** A device that is not connected has the longest report. */
async function pressKeepsHeight(row: Locator): Promise<void> {
  await expect(row).toContainText("Not connected");
  const before = await heightOf(row);
  await row.getByRole("button", { name: /^Turn O/ }).click();
  await expect(row).toContainText("Device is offline: it will switch when it returns");
  expect.soft(await heightOf(row)).toBe(before);
}

/** In the table of a wide window. */
async function pressKeepsTable(page: Page, row: Locator, offline: Locator): Promise<void> {
  const columns = () =>
    page.getByRole("columnheader").evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  await page.setViewportSize({ width: 1440, height: SCREEN });
  await page.goto("/dashboard/devices?search=kitchen");
  await expect(row).toContainText("Connected");
  const before = await columns();
  await row.getByRole("button", { name: /^Turn O/ }).click();
  await expect(row).toContainText(/Taken by the device in/);
  expect(await columns()).toEqual(before);
  await pressKeepsHeight(offline);
}

test("among thirty, a device is switched in three presses, and a room at once with each one's proof", async ({
  page,
}) => {
  const setup = await newDeviceSetup(baseUrl());
  const { account, device, login, control } = setup;
  await newHouse(setup);
  const place = { baseUrl: baseUrl(), userId: account.userId, version: 5 as const };
  const lamp = await mqttLibrary({ ...place, login, topic: control });
  try {
    await account.untilEvent(device.id, "connected");
    await signIn(page, account, "/dashboard");
    await page.getByRole("button", { name: /^Go to/ }).click();
    await page.keyboard.type("kitchen 0");
    await page.getByRole("option", { name: /^Lamp 0/ }).click();
    const lever = page.getByRole("region", { name: "Switch", exact: true }).getByRole("button");
    await expect(lever).toBeInViewport({ ratio: 1 });
    await lever.click();
    await expect(lever).toHaveAttribute("data-proof", "taken");
    await page.getByRole("button", { name: "Show on the dashboard" }).click();
    await expect.poll(async () => (await account.device(device.id)).pinned).toBe(true);

    await page.goto("/dashboard");
    const status = page.getByRole("region", { name: "Device Status" });
    await expect(status.getByRole("listitem")).toHaveText([/Lamp 0/]);

    await page.goto("/dashboard/devices");
    const levers = page.getByRole("table", { name: "Devices" }).getByRole("button", { name: /^Turn O/ });
    await expect(levers).toHaveCount(COUNT);
    expect(await rowsOfAScreen(levers)).toBeGreaterThanOrEqual(8);

    await page.getByRole("searchbox", { name: "Search devices" }).fill("kitchen");
    await expect(page).toHaveURL(/\?search=kitchen$/);
    await expect(levers).toHaveCount(COUNT / ROOMS.length);
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByRole("checkbox", { name: "All of Kitchen" }).check();
    const bar = page.getByRole("region", { name: "Selected devices" });
    await bar.getByRole("button", { name: "Turn off" }).click();
    await expect(bar).toContainText("1 taken, 9 not connected");
    const row = (name: string) =>
      page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
    await expect(row("Lamp 0")).toContainText(/Taken by the device in/);
    await expect(row("Lamp 3")).toContainText("Device is offline: it will switch when it returns");
    const states = await account.call<Device[]>("GET", "/v0/devices/on-off/");
    expect(states.filter(({ room, state }) => room === "Kitchen" && state)).toEqual([]);
    await pressKeepsHeight(row("Lamp 6"));
    await pressKeepsTable(page, row("Lamp 0"), row("Lamp 9"));
  } finally {
    await lamp.kill();
  }
});
