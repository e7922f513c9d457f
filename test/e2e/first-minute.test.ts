/** The first minute of a new person, who reads, moves the hand and types: from the landing page to a lamp that is lit. */

import type { Locator, Page } from "@playwright/test";
import { newEmail, PASSWORD } from "../support/account.ts";
import { expect, test } from "./journey.ts";

/** Between two keys, for a screen to be taken in, and before a hand has found what the eye has. Milliseconds. */
const KEY = 120;
const READ = 3000;
const REACH = 1000;
const MOST_SECONDS = 60;

// a film of every step, to be looked at with `npx playwright show-trace`
test.use({ trace: "on" });

/** The pace is what is tried here: nothing is waited for that the page does not show. */
const pause = (page: Page, milliseconds: number) => page.waitForTimeout(milliseconds);

async function press(page: Page, what: Locator): Promise<void> {
  await what.hover();
  await pause(page, REACH);
  await what.click();
}

async function write(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await press(page, field);
  await field.pressSequentially(text, { delay: KEY });
}

test("a new person lights a lamp within a minute", async ({ page }, { outputDir }) => {
  await page.goto("/");
  const begun = performance.now();
  await pause(page, READ);
  await press(page, page.getByRole("link", { name: "Join the beta" }).first());
  await write(page, "Email", newEmail());
  await write(page, "Password", PASSWORD);
  await write(page, "Confirm password", PASSWORD);
  await press(page, page.getByRole("button", { name: "Register" }));
  await expect(page).toHaveURL(/\/dashboard$/);
  await pause(page, READ);
  await press(page, page.getByRole("button", { name: "Do the first four for me" }));
  await press(page, page.getByRole("link", { name: "Try a virtual device" }));
  await pause(page, READ);
  await press(page, page.getByRole("button", { name: "Power on" }));
  await expect(page.getByRole("log")).toContainText("Connected as");
  await press(page, page.getByRole("button", { name: "Turn On" }));
  await expect(page.getByText(/^Taken by the device in \d+ ms$/)).toBeVisible();
  await expect(page.getByRole("img", { name: "ESP32, the lamp on pin 13 is lit" })).toBeVisible();
  const seconds = (performance.now() - begun) / 1000;
  console.info(
    `from the landing page to a lit lamp in ${seconds.toFixed(1)} s; the film of it is in ${outputDir}`,
  );
  expect(seconds).toBeLessThan(MOST_SECONDS);
});
