/** Keyboard helpers. */

import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** More stops than any screen has in both directions. */
const STOPS = 90;

/** Whether the focus has moved since the last call, and the texts that may name its element, without spaces. */
function lookAtFocus(): { moved: boolean; texts: string } {
  const seen = window as unknown as { focusedBefore?: Element | null };
  const element = document.activeElement;
  const moved = seen.focusedBefore !== element;
  seen.focusedBefore = element;
  if (element === null || element === document.body) return { moved, texts: "" };
  const labels = [...((element as HTMLInputElement).labels ?? [])];
  const ids = (element.getAttribute("aria-labelledby") ?? "").split(" ");
  const parts = [element, ...labels, ...ids.map((id) => document.getElementById(id))];
  const named = [element.getAttribute("aria-label"), element.getAttribute("title")];
  const texts = [...named, ...parts.map((part) => part?.textContent)].join(" ");
  return { moved, texts: texts.replace(/\s+/g, "") };
}

/**
 * Presses Tab until the element with this name has the focus, and Shift+Tab from the end: a headless browser
 * does not wrap around. The name is computed where the texts may have it: at every stop it would take longer.
 */
export async function tabTo(page: Page, role: string, name: string | RegExp): Promise<void> {
  const all = page.getByRole(role as "button");
  // the button of a row is shown as "Edit", and named "Edit Porch lamp"
  const wanted = page
    .getByRole(role as "button", { name, exact: true })
    .or(all.and(page.getByTitle(name, { exact: true })))
    .or(all.and(page.getByText(name, { exact: true })))
    .and(page.locator(":focus"));
  const mayBeNamed = (texts: string) => typeof name !== "string" || texts.includes(name.replace(/\s+/g, ""));
  let key = "Tab";
  let focus = await page.evaluate(lookAtFocus);
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (mayBeNamed(focus.texts) && (await wanted.count()) > 0) return;
    await page.keyboard.press(key);
    focus = await page.evaluate(lookAtFocus);
    if (!focus.moved) key = "Shift+Tab";
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

/** The filters of the events, behind a button on a phone. */
export async function openFilters(page: Page): Promise<void> {
  const filters = page.getByRole("button", { name: /^Filters/ });
  if (!(await filters.isVisible())) return;
  await tabTo(page, "button", /^Filters/);
  await page.keyboard.press("Enter");
  await expect(filters).toHaveAttribute("aria-expanded", "true");
}
