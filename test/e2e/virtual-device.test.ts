/** The virtual device runs on any screen, and its lamp is in view when its switch is pressed. */

import { expect, signIn, test } from "./journey.ts";
import { fillRegistration } from "./steps.ts";

const PHONE = { width: 360, height: 640 };

test("the toast of a registration does not cover the first steps on a phone", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/register");
  await fillRegistration(page);
  await page.getByRole("button", { name: "Register" }).click();
  const toast = page.locator("[data-sonner-toast]", { hasText: "Registration successful!" });
  await expect(toast).toBeInViewport({ ratio: 1 });
  const button = page.getByRole("button", { name: "Do the first four for me" });
  await button.evaluate((shown) => shown.scrollIntoView({ block: "end" }));
  const [over, under] = [await toast.boundingBox(), await button.boundingBox()];
  expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThan(under?.y ?? 0);
});

test("a virtual device continues beside other screens, and beside a phone", async ({
  page,
  browser,
  account,
}) => {
  await page.setViewportSize(PHONE);
  await signIn(page, account, "/dashboard");
  await page.getByRole("button", { name: "Do the first four for me" }).click();
  await page.getByRole("link", { name: "Try a virtual device" }).click();
  await page.getByRole("button", { name: "Power on" }).click();
  const board = page.getByRole("region", { name: "Board" });
  await expect(board.getByText("Running")).toBeVisible();

  await page.getByRole("button", { name: "Turn On" }).click();
  const lamp = page.getByRole("img", { name: "ESP32, the lamp on pin 13 is lit" });
  await expect(lamp).toBeInViewport({ ratio: 1 });

  await page.getByRole("button", { name: "Make a phone link" }).click();
  const link = await page.getByLabel("Phone link", { exact: true }).inputValue();
  const context = await browser.newContext();
  try {
    const phone = await context.newPage();
    await phone.goto(link);
    await expect(phone.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
  } finally {
    await context.close();
  }
  await page.getByRole("region", { name: "Switch" }).getByRole("link", { name: "Lamp" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Lamp" })).toBeVisible();
  await page.getByRole("button", { name: "Turn Off" }).click();
  await expect(page.getByText(/^Taken by the device in \d+ ms$/)).toBeVisible();
  await page.goBack();
  await expect(board.getByText("Running")).toBeVisible();
  await expect(page.getByRole("log")).toContainText("Pin 13 LOW");
  await expect(page.getByRole("log").getByText(/^Connected as/)).toHaveCount(1);
});
