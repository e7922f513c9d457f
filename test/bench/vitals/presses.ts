/** Frequent presses on screens without an `open` step. */

import type { Page } from "@playwright/test";
import { goTo } from "../../e2e/steps.ts";

const switchFirst = (page: Page) =>
  page
    .getByRole("button", { name: /^Turn O/ })
    .first()
    .click();

async function typePassword(page: Page): Promise<void> {
  await page.getByLabel("Password", { exact: true }).pressSequentially("Corr3ct-horse!");
}

async function typeName(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("textbox").first().pressSequentially("Hall");
}

async function choosePaletteEntry(page: Page): Promise<void> {
  await page.keyboard.type("lamp");
}

/** Of a phone and of a desk. */
export const WIDTHS = [412, 1440];

/** On a phone, the side menu is behind a button. */
const openScreen = (name: string) => async (page: Page) => {
  await goTo(page, name);
  await page.getByRole("heading", { level: 1, name }).waitFor();
};

export const PRESSES: Record<string, (page: Page) => Promise<void>> = {
  landing: switchFirst,
  docs: (page) => page.getByRole("link", { name: "Topics", exact: true }).click(),
  login: typePassword,
  register: typePassword,
  dashboard: async (page) => {
    await switchFirst(page);
    await openScreen("Devices")(page);
  },
  devices: async (page) => {
    await switchFirst(page);
    await openScreen("Events")(page);
  },
  device: switchFirst,
  "device-form": typeName,
  "channel-form": typeName,
  "credential-form": typeName,
  palette: choosePaletteEntry,
  events: openScreen("Profile"),
};
