/** A device's sent command and its acknowledged state differ on every screen, and after a reload. */

import type { Page } from "@playwright/test";
import { PASSWORD } from "../support/account.ts";
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

  const device = await mqttLibrary({
    baseUrl: baseUrl(),
    userId: account.userId,
    version: 5,
    login: { clientId: "porch", username: `${lamp.id}:porch`, password: PASSWORD },
    topic: "",
  });
  await expectEverywhere(page, lamp.id, "taken", "On");
  await device.kill();
  await expectEverywhere(page, lamp.id, "last known", "On", 1);
});
