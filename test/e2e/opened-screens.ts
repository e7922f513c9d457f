/** Dialogs, menus and panels, and the page for unknown addresses. */

import type { Page } from "@playwright/test";
import { changeAnswers } from "./answers.ts";
import { expect } from "./journey.ts";
import { openDevice } from "./measured-screens.ts";
import type { Screen } from "./screen.ts";

/** The side menu is behind a button on a narrow screen. */
async function openSideMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
}

async function showLink(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Make a phone link" }).click();
  await expect(page.getByRole("button", { name: "Make another link" })).toBeVisible();
}

/** As many as need a search, in two rooms. */
const manyDevices = (page: Page) =>
  changeAnswers(page, "**/v0/devices/on-off/", ([device]: object[]) =>
    Array.from({ length: 8 }, (_, at) => {
      return { ...device, id: `device-${at}`, name: `Lamp ${at}`, room: at < 5 ? "Garden" : "Kitchen" };
    }),
  );

async function selectDevices(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("checkbox", { name: "All of Kitchen" }).check();
  await page.getByRole("checkbox", { name: "Select Lamp 1" }).check();
  await expect(page.getByRole("region", { name: "Selected devices" })).toContainText("4");
}

async function connectDevice(page: Page): Promise<void> {
  await openDevice(page);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByRole("dialog").getByText("Loading...")).toHaveCount(0);
}

const openPassword = async (page: Page) => {
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByLabel("Current password")).toBeVisible();
};

const NOBODY = "00000000-0000-4000-8000-000000000000";
const iso = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const token = (id: string, name: string, scopes: string[], end: number | null, used: number | null) => ({
  id,
  name,
  scopes,
  created_at: iso(-40),
  expires_at: end && iso(end),
  last_used_at: used && iso(used),
  last_address: used && "192.0.2.7",
});
const TOKENS = [
  token("t1", "Grafana", ["devices:read", "values:read"], 50, -1),
  token("t2", "Button in the hall", ["messages:publish:lamp/set", `devices:switch:${NOBODY}`], null, null),
  token("t3", "Kilometrelongname".repeat(5), [`messages:read:${"bench-".repeat(12)}/#`], -2, -9),
];

const session = (id: string, browser: string, current: boolean) => ({
  id,
  browser,
  current,
  created_at: iso(-40),
  last_used_at: iso(-1),
});
const SESSIONS = [session("s1", "Chrome on Linux", true), session("s2", "Firefox on Windows", false)];

/** Some in the lists, and the server's own response to a creation. */
async function someTokens(page: Page): Promise<void> {
  await page.route("**/v0/sessions/", (route) => route.fulfill({ json: SESSIONS }));
  await page.route("**/v0/tokens/", (route) =>
    route.request().method() === "GET" ? route.fulfill({ json: TOKENS }) : route.continue(),
  );
}

async function openEvents(page: Page): Promise<void> {
  await openDevice(page);
  await page.getByRole("tab", { name: "Events" }).click();
  await expect(page.getByRole("table", { name: "Events" })).toBeVisible();
}

async function fillToken(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New Token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Button in the hall");
  await dialog.getByRole("checkbox", { name: /^Switch devices/ }).check();
  await dialog.getByLabel("Devices", { exact: true }).selectOption("Only these");
  await dialog.getByRole("checkbox", { name: /lamp$/ }).first().check();
  await dialog.getByRole("checkbox", { name: /^Publish messages/ }).check();
  await dialog.getByLabel("Topics to publish on").fill("lamp/set");
}

async function makeToken(page: Page): Promise<void> {
  await fillToken(page);
  await page.getByRole("button", { name: "Make Token" }).click();
  await expect(page.getByText("It is not shown again.")).toBeVisible();
}

const inside = (path: string, heading: string) => ({ path: `/dashboard${path}`, signedIn: true, heading });

const profile = { ...inside("/profile?tab=keys", "Profile"), prepare: someTokens };

export const OPENED_SCREENS: Screen[] = [
  {
    name: "password",
    path: "/dashboard/profile?tab=security",
    signedIn: true,
    heading: "Profile",
    open: openPassword,
  },
  { name: "side-menu", ...inside("", "Dashboard"), open: openSideMenu },
  { name: "virtual-device", ...inside("/devices/virtual", "Virtual device") },
  { name: "phone-link", ...inside("/devices/virtual", "Virtual device"), open: showLink },
  { name: "devices-selected", ...inside("/devices", "Devices"), prepare: manyDevices, open: selectDevices },
  { name: "device-connect", ...inside("/devices", "Devices"), open: connectDevice },
  { name: "device-events", ...inside("/devices", "Devices"), open: openEvents },
  { name: "device-unknown", ...inside(`/devices/${NOBODY}`, "No such device") },
  { name: "tokens", ...profile },
  { name: "token-form", ...profile, open: fillToken },
  { name: "token-made", ...profile, open: makeToken },
];
