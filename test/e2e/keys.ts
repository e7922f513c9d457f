/** Keyboard helpers. */

import type { Page } from "@playwright/test";

/** More stops than any screen has in both directions. */
const STOPS = 90;

const focused = (page: Page) => page.evaluateHandle(() => document.activeElement);

/**
 * Presses Tab until the element with this name has the focus, and Shift+Tab from the end: a headless browser
 * does not wrap around.
 */
export async function tabTo(page: Page, role: string, name: string): Promise<void> {
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
