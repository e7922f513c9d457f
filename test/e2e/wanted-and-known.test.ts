/** A device's sent command and its acknowledged state differ on every screen, and after a reload. */

import type { Page } from "@playwright/test";
import type { Device } from "../../worker/contract/devices.ts";
import { type Account, PASSWORD } from "../support/account.ts";
import { mqttLibrary } from "../support/device-process.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";

/** Each screen with a device's state, and its place there. */
const PLACES = [
  ["/dashboard", (page: Page) => page.getByRole("region", { name: "Device Status" })],
  ["/dashboard/devices", (page: Page) => page.getByRole("table", { name: "Devices" })],
  ["/dashboard/devices/{id}", (page: Page) => page.getByRole("region", { name: "Switch" })],
  ["/dashboard/devices/virtual", (page: Page) => page.getByRole("region", { name: "Switch" })],
] as const;

async function expectEverywhere(
  page: Page,
  id: string,
  proof: string,
  text: string,
  places: number = PLACES.length,
) {
  for (const [path, place] of PLACES.slice(0, places)) {
    await page.goto(path.replace("{id}", id));
    await expect(place(page).getByRole("button", { name: "Turn Off" })).toHaveAttribute("data-proof", proof);
    await expect(place(page).getByText(text, { exact: true }).first()).toBeVisible();
  }
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("porch");
  await expect(page.getByRole("option").getByText(text, { exact: true })).toBeVisible();
}

const loginOf = (userId: string, deviceId: string) => ({
  baseUrl: baseUrl(),
  userId,
  version: 5 as const,
  login: { clientId: "porch", username: `${deviceId}:porch`, password: PASSWORD },
  topic: "",
});

test("a device with an unacknowledged command is shown as awaited on every screen, and lit afterwards [F286]", async ({
  page,
  account,
}) => {
  await account.newKey();
  await account.newCredential("porch", []);
  const lamp = await account.newDevice("Porch lamp");
  await account.switchDevice(lamp, "on");
  await signIn(page, account);
  await expectEverywhere(page, lamp.id, "waiting", "On, waiting for Porch lamp");

  const device = await mqttLibrary(loginOf(account.userId, lamp.id));
  await expectEverywhere(page, lamp.id, "taken", "On");
  await device.kill();
  await expectEverywhere(page, lamp.id, "last known", "On", 1);
});

async function openPorchLamp(page: Page, account: Account): Promise<Device> {
  await account.newKey();
  await account.newCredential("porch", []);
  const lamp = await account.newDevice("Porch lamp");
  await signIn(page, account);
  await page.goto(`/dashboard/devices/${lamp.id}`);
  return lamp;
}

test("a read that arrives after the device's status shows nothing older", async ({ page, account }) => {
  const lamp = await openPorchLamp(page, account);
  const lever = page.getByRole("region", { name: "Switch" }).getByRole("button", { name: /^Turn O/ });
  await expect(lever).toHaveAttribute("data-state", "off");
  await page.waitForLoadState("networkidle");
  await page.route(
    `**/v0/devices/on-off/${lamp.id}/`,
    async (route) => {
      // read while the command was outstanding
      const response = await route.fetch();
      const read = await response.json();
      expect(read.taken).toBe(false);
      await mqttLibrary(loginOf(account.userId, lamp.id));
      await expect(lever).toHaveAttribute("data-proof", "taken");
      await route.fulfill({ response, json: { ...read, name: "Read before" } });
    },
    { times: 1 },
  );
  await account.call("POST", `/v0/devices/on-off/${lamp.id}/switch/`, { state: true });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Read before");
  await expect(lever).toHaveAttribute("data-proof", "taken");
});

test("an answer that arrives after the device's status shows nothing older", async ({ page, account }) => {
  const lamp = await openPorchLamp(page, account);
  const place = page.getByRole("region", { name: "Switch" });
  const connected = page.getByRole("region", { name: "Presence" }).getByText("Connected", { exact: true });
  await page.route("**/switch/", async (route) => {
    // accepted while the device was offline
    const response = await route.fetch();
    await mqttLibrary(loginOf(account.userId, lamp.id));
    await expect(connected).toBeVisible();
    await expect.poll(async () => (await account.device(lamp.id)).taken).toBe(true);
    await route.fulfill({ response });
  });
  await place.getByRole("button", { name: "Turn On" }).click();
  await expect(place.getByText(/^Taken by the device in/)).toBeVisible();
  await expect(connected).toBeVisible();
  await expect(place.getByRole("button", { name: "Turn Off" })).toHaveAttribute("data-proof", "taken");
});
