/** A device's own page: absence, hanging, refusal, settings. */

import type { Page } from "@playwright/test";
import type { Device } from "../../worker/contract/device.ts";
import { type DeviceSetup, newDeviceSetup } from "../support/account.ts";
import { type DeviceLogin, type DeviceProcess, mqttCommand, mqttLibrary } from "../support/device-process.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";

async function open(page: Page, { account, device }: DeviceSetup, tab: string): Promise<void> {
  await signIn(page, account, `/dashboard/devices/${device.id}?tab=${tab}`);
}

async function opened(page: Page, tab: string): Promise<DeviceSetup> {
  const setup = await newDeviceSetup(baseUrl());
  await open(page, setup, tab);
  return setup;
}

const placeOf = ({ account, login, control }: DeviceSetup): DeviceLogin => ({
  baseUrl: baseUrl(),
  userId: account.userId,
  version: 5,
  login,
  topic: control,
});

const ENDS: [how: string, end: (device: DeviceProcess) => unknown][] = [
  ["was killed", (device) => device.kill()],
  ["hangs with its connection open", (device) => device.freeze()],
];

for (const [how, end] of ENDS) {
  test(`the status mark turns for a device that ${how}`, async ({ page }) => {
    const setup = await newDeviceSetup(baseUrl());
    const device = await mqttCommand({ ...placeOf(setup), keepAlive: 2 });
    try {
      await setup.account.untilEvent(setup.device.id, "connected");
      await open(page, setup, "events");
      const presence = page.getByRole("region", { name: "Presence" });
      await expect(presence).toContainText(setup.login.clientId);
      await expect(presence).not.toContainText("Not connected");
      await end(device);
      await expect(presence).toContainText("Not connected", { timeout: 30_000 });
      await expect(page.getByRole("region", { name: "Events" })).toContainText("Connection Lost");
    } finally {
      await device.kill();
    }
  });
}

test("the settings are saved, survive a reload, and are refused with a message", async ({ page }) => {
  const { account, device } = await opened(page, "settings");
  const settings = page.getByRole("region", { name: "Settings" });
  const late = settings.getByLabel("Takes a late command");
  const autoOff = settings.getByLabel("Switches off by itself after (seconds)");
  const offWhenLost = settings.getByLabel("Switch off when the connection is lost");
  const save = settings.getByRole("button", { name: "Save Settings" });
  const saved = page.getByText("Settings saved.");
  await expect(late).toHaveValue("86400");
  await expect(autoOff).toHaveValue("0");
  await expect(offWhenLost).not.toBeChecked();

  for (const [given, sentence] of [
    ["-1", /greater than or equal to 0/],
    ["86401", /less than or equal to 86400/],
    ["soon", "A valid integer is required."],
  ] as const) {
    await autoOff.fill(given);
    await save.click();
    await expect(settings.getByText(sentence)).toBeVisible();
  }
  await late.selectOption("Never");
  await autoOff.fill("90");
  await offWhenLost.check();
  await save.click();
  await expect(saved).toBeVisible();
  const { command_ttl, auto_off, off_on_disconnect } = (await account.device(device.id)) as Device;
  expect({ command_ttl, auto_off, off_on_disconnect }).toEqual({
    command_ttl: 0,
    auto_off: 90,
    off_on_disconnect: true,
  });
  await page.reload();
  await expect(late).toHaveValue("0");
  await expect(autoOff).toHaveValue("90");
  await expect(offWhenLost).toBeChecked();
});

test("the Connect dialog waits, and shows refusal, connection and disconnection", async ({ page }) => {
  const setup = await opened(page, "");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Connect Lamp" });
  await expect(dialog).toContainText("Waiting for the device");
  const place = placeOf(setup);
  const wrong = mqttLibrary({ ...place, login: { ...place.login, password: "wrong" } });
  await expect(wrong).rejects.toThrow(/bad user ?name or password/i);
  await expect(dialog).toContainText("Blocked");
  await expect(dialog).toContainText("The password is not the one of the credential with this user name.");
  const device = await mqttLibrary(place);
  try {
    await expect(dialog.getByText("Connected", { exact: true })).toBeVisible();
    await expect(dialog).toContainText("Close this and press Turn On.");
    await expect(dialog).not.toContainText("Blocked");
  } finally {
    await device.kill();
  }
  await expect(dialog).not.toContainText("Close this and press Turn On.");
});
