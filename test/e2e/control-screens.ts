/** Screens of a device with controls: its page, lists, their set-up, and the dialogs that use them. */

import type { Page } from "@playwright/test";
import type { DeviceControl } from "../../worker/contract/controls.ts";
import { valuesAt } from "../support/greenhouse-values.ts";
import { expect } from "./journey.ts";
import { measure, openDevice, openSettings, told } from "./measured-screens.ts";
import type { Screen } from "./screen.ts";

const at = new Date(Date.now() - 60_000).toISOString();
const control = (of: Pick<DeviceControl, "key" | "kind"> & Partial<DeviceControl>): DeviceControl => ({
  name: null,
  unit: null,
  wanted: null,
  wanted_at: at,
  reported: null,
  reported_at: at,
  ...of,
});

const LEVEL = { kind: "number", min: 0, max: 100, step: 1 } as const;
/** The first one differs; keys and values of any length. */
const CONTROLS = [
  control({ key: "brightness", unit: "%", wanted: 40, reported: 20, ...LEVEL }),
  control({ key: "scene", kind: "choice", options: ["Reading", "Film"], wanted: "Film", reported: "Film" }),
  control({ key: "colour", kind: "color", wanted: "#ff8800", reported: "#ff8800" }),
  control({ key: "eco", kind: "toggle", wanted: true, reported: true }),
  control({ key: "label", kind: "text", wanted: "Kilometrelongtextwithoutaspace".repeat(3) }),
  control({ key: "colour_temperature_of_the_second_lamp", ...LEVEL }),
  control({ key: "restart", kind: "button" }),
];

async function withControls(page: Page): Promise<void> {
  await measure(page);
  const values = valuesAt(Date.now()).slice(0, 2);
  await told("devices/on-off/{,?*,*/}", { values, controls: CONTROLS, taken: true, connected: true })(page);
}

async function openControls(page: Page): Promise<void> {
  await openDevice(page);
  const controls = page.getByRole("region", { name: "Controls" });
  await expect(controls.getByRole("slider", { name: "Brightness" })).toBeVisible();
  // ten seconds after the proof
  await expect(controls).toContainText("The device reports 20", { timeout: 30_000 });
}

async function showLists(page: Page): Promise<void> {
  await expect(page.getByRole("slider", { name: "Brightness" }).first()).toBeVisible();
}

/** The form with a key that stands twice, and what the server says about it. */
async function openForm(page: Page): Promise<void> {
  const errors = { controls: ["The key `brightness` is listed twice."] };
  await page.route("**/v0/devices/on-off/*/", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 400, json: { errors } }) : route.fallback(),
  );
  await openSettings(page);
  const form = page.getByRole("region", { name: "Set up controls" });
  await form.getByRole("button", { name: "Add a control" }).click();
  await form.getByLabel("Key").last().fill("brightness");
  await form.getByRole("button", { name: "Save Controls" }).click();
  await expect(form.getByText("The key `brightness` is listed twice.").first()).toBeVisible();
}

async function openSchedule(page: Page): Promise<void> {
  await openDevice(page);
  await page.getByRole("tab", { name: "Schedules" }).click();
  await page.getByRole("button", { name: "Add Schedule", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const set = dialog.getByRole("group", { name: "And set" });
  for (const name of ["Brightness", "Scene", "Colour", "Eco", "Label", "Restart"]) {
    await set.getByRole("checkbox", { name, exact: true }).first().check();
  }
  await expect(dialog.getByRole("slider").first()).toBeVisible();
}

async function openWatch(page: Page): Promise<void> {
  await openDevice(page);
  await page.getByRole("tab", { name: "Watches" }).click();
  await page.getByRole("button", { name: "Add Watch" }).click();
  await page.getByRole("button", { name: /reports another brightness than the wanted one/ }).click();
  await expect(page.getByLabel("Different for")).toBeVisible();
}

const devices = { path: "/dashboard/devices", signedIn: true, heading: "Devices", prepare: withControls };

export const CONTROL_SCREENS: Screen[] = [
  { name: "device-controls", ...devices, open: openControls },
  { name: "devices-controls", ...devices, open: showLists },
  { ...devices, name: "dashboard-controls", path: "/dashboard", heading: "Dashboard", open: showLists },
  { name: "device-controls-form", ...devices, open: openForm },
  { name: "schedule-controls", ...devices, open: openSchedule },
  { name: "watch-control", ...devices, open: openWatch },
];
