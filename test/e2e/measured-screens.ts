/** The screens of an account with measured values. */

import type { Page } from "@playwright/test";
import { connectionsAt, seriesAt, switchesAt, valuesAt } from "../support/greenhouse-values.ts";
import { changeAnswers } from "./answers.ts";
import { expect } from "./journey.ts";
import type { Screen } from "./screen.ts";

export async function openDevice(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Porch lamp" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Porch lamp" })).toBeVisible();
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
}

export async function openSettings(page: Page): Promise<void> {
  await openDevice(page);
  await page.getByRole("tab", { name: "Settings" }).click();
  await expect(page.getByRole("region", { name: "Settings" })).toBeVisible();
}

export async function measure(page: Page): Promise<void> {
  const now = Date.now();
  await measureLists(page);
  const searchOf = (url: string) => new URL(url).searchParams;
  await page.route("**/v0/**/values/", (route) => route.fulfill({ json: valuesAt(now) }));
  await page.route("**/v0/**/series/?*", (route) =>
    route.fulfill({ json: seriesAt(now, searchOf(route.request().url())) }),
  );
  await page.route("**/v0/**/connections/?*", (route) => route.fulfill({ json: connectionsAt(now) }));
  await page.route("**/v0/events/**event_type=switched*", (route) =>
    route.fulfill({ json: ["turned_on", "turned_off"].flatMap((type) => switchesAt(now, type)) }),
  );
}

/** The API's own list, or one item, with these fields replaced. */
export const told = (path: string, of: object) => (page: Page) =>
  changeAnswers(page, `**/v0/${path}`, (said: object | object[]) =>
    Array.isArray(said) ? said.map((each) => ({ ...each, ...of })) : { ...said, ...of },
  );

const measureLists = (page: Page) =>
  told("devices/on-off/{,?*,*/}", { values: valuesAt(Date.now()).slice(0, 2) })(page);

async function measureChannel(page: Page): Promise<void> {
  await measure(page);
  await page.route("**/v0/**/values/", (route) => route.fulfill({ json: valuesAt(Date.now()).slice(0, 1) }));
  await told("mqtt/channels/", { series: { path: "", unit: "°C", name: "temperature" } })(page);
}

async function openChannel(page: Page): Promise<void> {
  await page.getByRole("link", { name: "greenhouse/fan" }).first().click();
  await expect(page.getByRole("figure", { name: "temperature over time" })).toBeVisible();
}

async function openDay(page: Page): Promise<void> {
  await openDevice(page);
  await page.getByRole("button", { name: "temperature", exact: true }).click();
  await page.getByRole("button", { name: "24 hours", exact: true }).first().click();
  await expect(page.getByText("From minimum to maximum")).toBeVisible();
}

async function openFigures(page: Page): Promise<void> {
  await openDevice(page);
  await page.getByRole("button", { name: "Custom", exact: true }).click();
  await page.getByText("The data", { exact: true }).click();
  await expect(page.getByRole("table", { name: "Data of the chart" })).toBeVisible();
}

/** Values as tiles of their own, one of them with its last day. */
async function pinValues(page: Page): Promise<void> {
  await measure(page);
  const values = valuesAt(Date.now()).slice(0, 2);
  const tiles = [
    { key: null, place: 1, size: "S" },
    { key: "temperature", place: 2, size: "L" },
  ];
  await told("devices/on-off/{,?*,*/}", { values, shown_values: ["temperature", "soil.moisture"], tiles })(
    page,
  );
}

/** It has loaded them once, and knows their places. */
async function seeTiles(page: Page): Promise<void> {
  await pinValues(page);
  await page.goto("/dashboard");
  await expect(page.getByText(/^Last 24 hours/).first()).toBeVisible();
}

async function arrange(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Arrange" }).click();
  await page.getByRole("button", { name: "Porch lamp", exact: true }).press("Enter");
  await expect(page.getByRole("button", { name: "Porch lamp", exact: true, pressed: true })).toBeVisible();
}

const dashboard = { path: "/dashboard", signedIn: true, heading: "Dashboard" };
const devices = { path: "/dashboard/devices", signedIn: true, heading: "Devices" };
const channels = { path: "/dashboard/mqtt/channels", signedIn: true, heading: "MQTT Channels" };

export const MEASURED_SCREENS: Screen[] = [
  { name: "device-values", ...devices, prepare: measure, open: openDevice, partOf: "device-values-day" },
  { name: "device-values-day", ...devices, prepare: measure, open: openDay },
  { name: "device-values-figures", ...devices, prepare: measure, open: openFigures },
  { name: "devices-values", ...devices, prepare: measureLists },
  { ...dashboard, name: "dashboard-values", prepare: measureLists },
  { ...dashboard, name: "dashboard-tiles", prepare: seeTiles },
  { ...dashboard, name: "dashboard-arrange", prepare: pinValues, open: arrange },
  { name: "channel-values", ...channels, prepare: measureChannel, open: openChannel },
];
