/** A device's own page: absence, hanging, its cause the day after, refusal, settings. */

import type { Page } from "@playwright/test";
import type { DeviceEvent } from "../../worker/contract/events.ts";
import type { ListedSchedule as Schedule } from "../../worker/contract/schedules.ts";
import { type DeviceSetup, newDeviceSetup } from "../support/account.ts";
import { type DeviceLogin, type DeviceProcess, mqttCommand, mqttLibrary } from "../support/device-process.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";
import { choose, openFilters, tabTo } from "./keys.ts";
import { measure } from "./measured-screens.ts";

const DAY_MS = 86_400_000;

test.use({ timezoneId: "Europe/Oslo" });

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

/** A device that connects, and is lost while its page is open. */
async function lose(
  page: Page,
  setup: DeviceSetup,
  { show, end }: { show: () => Promise<void>; end: (device: DeviceProcess) => unknown },
): Promise<void> {
  const device = await mqttCommand({ ...placeOf(setup), keepAlive: 2 });
  try {
    await setup.account.untilEvent(setup.device.id, "connected");
    await show();
    const presence = page.getByRole("region", { name: "Presence" });
    await expect(presence).toContainText(setup.login.clientId);
    await expect(presence).not.toContainText("Not connected");
    await end(device);
    await expect(presence).toContainText("Not connected", { timeout: 30_000 });
  } finally {
    await device.kill();
  }
}

test("the status mark turns for a device that hangs with its connection open", async ({ page }) => {
  const setup = await newDeviceSetup(baseUrl());
  const show = () => open(page, setup, "events");
  await lose(page, setup, { show, end: (device) => device.freeze() });
  await expect(page.getByRole("region", { name: "Events" })).toContainText("Connection Lost");
});

test("the day after a device was killed, its page says what switched it off, by keyboard", async ({
  page,
}) => {
  const setup = await newDeviceSetup(baseUrl());
  const { account, device } = setup;
  const show = async () => {
    const channels = device.channels.map(({ id }) => id);
    const body = { name: device.name, channels, state: true, off_on_disconnect: true };
    await account.call("PUT", `/v0/devices/on-off/${device.id}/`, body);
    await signIn(page, account, "/dashboard/devices");
    await choose(page, "link", "Lamp");
  };
  await lose(page, setup, { show, end: (lamp) => lamp.kill() });
  await account.untilEvent(device.id, "turned_off");
  const [newest] = await account.call<DeviceEvent[]>("GET", "/v0/events/devices/on-off/?size=1");
  await page.clock.setFixedTime(Date.parse(String(newest?.created_at)) + DAY_MS);

  await tabTo(page, "tab", "Overview");
  for (const name of ["Schedules", "Watches", "Connections", "Events"]) {
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name, selected: true })).toBeFocused();
  }
  const rows = page.getByRole("table", { name: "Events" }).getByRole("row");
  const off = rows.filter({ hasText: "Turned Off" });
  await expect(off).toContainText("its lost connection");
  await choose(page, "link", "Yesterday");
  await expect(page.getByRole("heading", { level: 1, name: "Events" })).toBeVisible();
  await expect(off).toContainText("by its lost connection");
  await expect(rows.filter({ hasText: "Connection Lost" })).toHaveCount(1);
  await openFilters(page);
  await tabTo(page, "combobox", "Status");
  await page.keyboard.type("Switched");
  await expect(rows.filter({ hasText: "Connection Lost" })).toHaveCount(0);
  await expect(off).toBeVisible();
});

test("the settings are saved, survive a reload, and are refused with a message", async ({ page }) => {
  const { account, device } = await opened(page, "settings");
  const settings = page.getByRole("region", { name: "Settings" });
  const name = settings.getByLabel("Device Name");
  const room = settings.getByLabel("Room (optional)");
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
  await name.fill("Hall lamp");
  await room.fill("Hall");
  await settings.getByRole("button", { name: "Remove workshop/lamp" }).click();
  await late.selectOption("Never");
  await autoOff.fill("90");
  await offWhenLost.check();
  await save.click();
  await expect(saved).toBeVisible();
  expect(await account.device(device.id)).toMatchObject({
    name: "Hall lamp",
    room: "Hall",
    channels: [],
    command_ttl: 0,
    auto_off: 90,
    off_on_disconnect: true,
  });
  await page.reload();
  await expect(late).toHaveValue("0");
  await expect(autoOff).toHaveValue("90");
  await expect(offWhenLost).toBeChecked();
  await expect(page.getByRole("heading", { level: 1, name: "Hall lamp" })).toBeVisible();

  await page.getByRole("button", { name: "Delete Device" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("No devices found. Add your first device!")).toBeVisible();
});

test("a phone's first screen has switch, values and every tab, and a tile leads to its chart", async ({
  page,
  account,
}) => {
  await account.newKey();
  const device = await account.newDevice("Greenhouse");
  await signIn(page, account);
  await measure(page);
  await page.goto(`/dashboard/devices/${device.id}?tab=events`);
  const temperature = page.getByRole("button", { name: "temperature", exact: true });
  await expect(temperature).toBeInViewport({ ratio: 1 });
  const tabs = page.getByRole("tab");
  await expect(tabs).toHaveText(["Overview", "Schedules", "Watches", "Connections", "Events", "Settings"]);
  for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("region", { name: "Switch" }).getByRole("button")).toBeInViewport();
  await temperature.click();
  await expect(page.getByRole("tab", { name: "Overview", selected: true })).toBeVisible();
  await expect(page.getByRole("figure", { name: "temperature over time" })).toBeVisible();
  await expect(page).toHaveURL(/\?value=temperature$/);
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
  await expect(dialog).toContainText("The password does not match the credential with this user name.");
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

test("a schedule for weekdays at sunset is made, run and paused by the keyboard", async ({ page }) => {
  const { account, device } = await opened(page, "schedules");
  const press = async (name: string | RegExp, key = "Enter") => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press(key);
  };
  await press("Add Schedule");
  const dialog = page.getByRole("dialog", { name: "Add Schedule" });
  await dialog.getByLabel("When").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByLabel("When")).toHaveValue("sunset");
  for (const day of ["Saturday", "Sunday"]) {
    await dialog.getByRole("checkbox", { name: day }).focus();
    await page.keyboard.press("Space");
  }
  await expect(dialog).toContainText("Weekdays at sunset, off");
  await expect(dialog).toContainText("Choose the place: the sun needs it.");
  await press("Use this browser's place");
  await expect(dialog).toContainText("The browser may not use your place.");
  await press("Use Oslo");
  await expect(dialog.getByLabel("Latitude")).toHaveValue("59.9");
  await page.context().grantPermissions(["geolocation"]);
  await page.context().setGeolocation({ latitude: 52.5163, longitude: 13.3777 });
  await press("Use this browser's place");
  await expect(dialog.getByLabel("Longitude")).toHaveValue("13.4");
  await expect(dialog.getByRole("time")).toHaveCount(3);
  await dialog.getByRole("button", { name: "Add Schedule" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const [schedule] = await account.call<Schedule[]>("GET", "/v0/schedules/");
  expect(schedule).toMatchObject({
    when: { sun: "sunset", days: [1, 2, 3, 4, 5] },
    time_zone: "Europe/Oslo",
  });

  await page.goto("/dashboard/schedules");
  await expect(page.getByRole("status").filter({ hasText: "Broker: Connected" })).toBeVisible();
  await press(/^Run now /);
  await expect(page.getByText("Lamp: Device is offline: it will switch when it returns")).toBeVisible();
  await account.untilEvent(device.id, "turned_off");
  await page.getByRole("checkbox", { name: "Active" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  await press(/^Edit /);
  await expect(page.getByRole("dialog", { name: "Edit Schedule" })).toContainText("Weekdays at sunset, off");
});
