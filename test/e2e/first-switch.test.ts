/** The first five minutes: from registration to a device that took a switch, and one that hangs. */

import type { Page } from "@playwright/test";
import { expect, test } from "./journey.ts";
import { choose } from "./keys.ts";
import { register } from "./steps.ts";

const steps = (page: Page) => page.getByRole("list", { name: "First steps" }).getByRole("listitem");

/** The toast does not cover the button on a phone. */
async function expectUncovered(page: Page, text: string, name: string): Promise<void> {
  const toast = page.locator("[data-sonner-toast]", { hasText: text });
  await expect(toast).toBeInViewport({ ratio: 1 });
  const button = page.getByRole("button", { name });
  await button.evaluate((shown) => shown.scrollIntoView({ block: "end" }));
  const [over, under] = [await toast.boundingBox(), await button.boundingBox()];
  expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThan(under?.y ?? 0);
}

test("by keyboard from registration to a first switch, to a device that hangs, and to the next steps", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await register(page);
  await expectUncovered(page, "Registration successful!", "Do the first four for me");
  await expect(steps(page).filter({ hasText: "(to do)" })).toHaveCount(6);
  await expect(page.getByRole("status").filter({ hasText: "Broker:" })).toContainText("Not connected");
  // nothing in the colours of a warning or an error
  await expect(page.locator("[class*=-wait],[class*=-stop]")).toHaveCount(0);
  await choose(page, "button", "Do the first four for me");
  await expect(steps(page).filter({ hasText: "(done)" })).toHaveCount(4);
  await choose(page, "link", "Try a virtual device");
  await choose(page, "button", "Power on");
  await expect(page.getByRole("log")).toContainText("Connected as");
  await expect(page.getByRole("img", { name: "ESP32, the lamp on pin 13 is dark" })).toBeVisible();
  await choose(page, "button", "Turn On");
  await expect(page.getByText(/^Taken by the device in \d+ ms$/)).toBeVisible();
  await expect(page.getByRole("img", { name: "ESP32, the lamp on pin 13 is lit" })).toBeVisible();
  await page.getByRole("button", { name: "Let it hang" }).click();
  await page.getByRole("button", { name: "Turn Off" }).click();
  await expect(page.getByText("Accepted by the broker…")).toBeVisible();
  await expect(page.getByText("Not taken within 5 s")).toBeVisible();
  await expect(page.getByRole("region", { name: "Switch" })).toContainText("Connected");
  await expect(page.getByRole("img", { name: "ESP32, the lamp on pin 13 is lit" })).toBeVisible();
  await page.getByRole("button", { name: "Let it run" }).click();
  await expect(page.getByRole("img", { name: "ESP32, the lamp on pin 13 is dark" })).toBeVisible();
  await expect(page.getByText(/^Taken by the device in/)).toBeVisible();

  await page.goto("/dashboard");
  const next = page.getByRole("list", { name: "Next steps" });
  const line = page.locator("summary").filter({ hasText: /^What next\? · / });
  // Somebody who comes back has the first tile on the first screen of a phone.
  await expect(page.getByRole("button", { name: "Turn On Lamp" })).toBeInViewport({ ratio: 1 });
  await expect(next).toHaveCount(0);
  await line.press("Enter");
  await expect(next.getByRole("listitem")).toHaveText([/own board/, /schedule/, /phone/]);
  await choose(page, "link", "Add a schedule Runs also while this page is closed.");
  await expect(page.getByRole("dialog", { name: "Add Schedule" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tab", { name: "Schedules", selected: true })).toBeVisible();
  await page.goBack();
  await line.press("Enter");
  await choose(page, "button", "Dismiss next steps");
  await page.reload();
  await expect(page.getByRole("link", { name: "Lamp", exact: true }).first()).toBeVisible();
  await expect(next).toHaveCount(0);
});
