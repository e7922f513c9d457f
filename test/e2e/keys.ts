/** Keyboard helpers. */

import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** More stops than any screen has in both directions. */
const STOPS = 90;

const focused = (page: Page) => page.evaluateHandle(() => document.activeElement);

/**
 * Presses Tab until the element with this name has the focus, and Shift+Tab from the end: a headless browser
 * does not wrap around.
 */
export async function tabTo(page: Page, role: string, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role as "button", { name, exact: true }).and(page.locator(":focus"));
  let key = "Tab";
  for (let stop = 0; stop < STOPS; stop += 1) {
    if ((await wanted.count()) > 0) return;
    const before = await focused(page);
    await page.keyboard.press(key);
    if (await before.evaluate((element) => element === document.activeElement)) key = "Shift+Tab";
  }
  throw new Error(`Tab never reached the ${role} "${name}".`);
}

export async function choose(page: Page, role: string, name: string): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
}

export async function type(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, "textbox", field);
  await page.keyboard.type(text);
}

/** Through the side menu, behind a button on a small screen. */
export async function goToByKeys(page: Page, name: string, heading = name): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  await expect(menu.or(page.getByRole("navigation", { name: "Main" }))).toBeVisible();
  if (await menu.isVisible()) {
    await choose(page, "button", "Menu");
    // its code may still load, and Tab would go through the page behind
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  }
  await choose(page, "link", name);
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
}
