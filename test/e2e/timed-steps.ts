/** A person who reads, moves the hand and types. */

import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** Between two keys, for a screen to be taken in, and before a hand has found what the eye has. Milliseconds. */
const KEY = 120;
const READ = 3000;
const REACH = 1000;

/** The pace is what is tried here: nothing is waited for that the page does not show. */
function pause(page: Page, milliseconds: number): Promise<void> {
  spentMs += milliseconds;
  return page.waitForTimeout(milliseconds);
}

/** The time of the person alone: the machine that tests may be slow. */
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
  await field.pressSequentially(text, { delay: KEY });
}

/** Fails when the walk takes more of a person's time. */
export async function within(seconds: number, what: string, walk: () => Promise<void>): Promise<void> {
  const before = spentMs;
  await walk();
  const taken = (spentMs - before) / 1000;
  console.info(`${what} in ${taken.toFixed(1)} s`);
  expect(taken).toBeLessThan(seconds);
}
