/** What opens over a screen or within it, and the screen of what is not there. */

import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";
import { openDevice } from "./measured-screens.ts";
import type { Screen } from "./screen.ts";

/** The side menu stands behind a button where it is narrow. */
async function openSideMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
}

async function showLink(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Make a phone link" }).click();
  await expect(page.getByRole("button", { name: "Make another link" })).toBeVisible();
}

async function connectDevice(page: Page): Promise<void> {
  await openDevice(page);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByRole("dialog").getByText("Loading...")).toHaveCount(0);
}

const inside = (path: string, heading: string) => ({ path: `/dashboard${path}`, signedIn: true, heading });
const NOBODY = "00000000-0000-4000-8000-000000000000";

export const OPENED_SCREENS: Screen[] = [
  { name: "side-menu", ...inside("", "Dashboard"), open: openSideMenu },
  { name: "virtual-device", ...inside("/devices/virtual", "Virtual device") },
  { name: "phone-link", ...inside("/devices/virtual", "Virtual device"), open: showLink },
  { name: "device-connect", ...inside("/devices", "Devices"), open: connectDevice },
  { name: "device-unknown", ...inside(`/devices/${NOBODY}`, "No such device") },
];
