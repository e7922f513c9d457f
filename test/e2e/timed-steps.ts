/** The speed of a user who reads, points and types. */

import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** Between two keys, to read a screen, and to point at an element. Milliseconds. */
const KEY = 120;
const READ = 3000;
const REACH = 1000;

/** `TEST_ALL` waits as the user does; otherwise the user's time is only counted. */
export const isAtUsersSpeed = process.env.TEST_ALL !== undefined;

/** The speed is the subject of the test: the pause waits for no event. */
async function pause(page: Page, milliseconds: number): Promise<void> {
  spentMs += milliseconds;
  if (isAtUsersSpeed) await page.waitForTimeout(milliseconds);
}

/** The user's own time, without the machine's. */
let spentMs = 0;

export const read = (page: Page) => pause(page, READ);

export async function press(page: Page, what: Locator): Promise<void> {
  await what.hover();
  await pause(page, REACH);
  await what.click();
}

export async function write(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await press(page, field);
  spentMs += text.length * KEY;
  await field.pressSequentially(text, { delay: isAtUsersSpeed ? KEY : 0 });
}

/** Fails when the steps take more of the user's time. */
export async function within(seconds: number, what: string, walk: () => Promise<void>): Promise<void> {
  const before = spentMs;
  await walk();
  const taken = (spentMs - before) / 1000;
  console.info(`${what} in ${taken.toFixed(1)} s`);
  expect(taken).toBeLessThan(seconds);
}
