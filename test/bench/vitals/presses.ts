/** Frequent presses on screens without an `open` step. */

import type { Page } from "@playwright/test";

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

const goTo = (name: string) => async (page: Page) => {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
};

export const PRESSES: Record<string, (page: Page) => Promise<void>> = {
  landing: switchFirst,
  docs: (page) => page.getByRole("link", { name: "Topics", exact: true }).click(),
  login: typePassword,
  register: typePassword,
  dashboard: async (page) => {
    await switchFirst(page);
    await goTo("Devices")(page);
  },
  devices: async (page) => {
    await switchFirst(page);
    await goTo("Events")(page);
  },
  device: switchFirst,
  "device-form": typeName,
  "channel-form": typeName,
  "credential-form": typeName,
  palette: choosePaletteEntry,
  events: goTo("Profile"),
};
