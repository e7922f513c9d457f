/** A device's measurements: chosen, zoomed by mouse and keyboard, read as a table, and live. */

import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./journey.ts";
import { measure } from "./measured-screens.ts";

const HOUR = 3_600_000;
const chartOf = (page: Page, key: string) =>
  page.getByRole("region", { name: new RegExp(`^Chart of ${key}`) });

/** The length of the range that the chart requests next, in milliseconds. */
async function nextStretch(page: Page, key: string, change: () => Promise<unknown>): Promise<number> {
  const asked = page.waitForRequest(
    // minimum and maximum are requested after the average
    (request) => /\/series\/\?(?!.*field=)/.test(request.url()) && request.url().includes(`key=${key}`),
  );
  await change();
  const { searchParams } = new URL((await asked).url());
  return Date.parse(searchParams.get("to") ?? "") - Date.parse(searchParams.get("from") ?? "");
}

test("a chart is zoomed by dragging and by keyboard alone, and reset", async ({ page, account }) => {
  await account.newKey();
  const device = await account.newDevice("Greenhouse");
  await signIn(page, account);
  await measure(page);
  await page.goto(`/dashboard/devices/${device.id}`);
  const moisture = page.getByRole("button", { name: "soil.moisture", exact: true });
  const next = (change: () => Promise<unknown>) => nextStretch(page, "soil.moisture", change);
  await moisture.click();
  await expect(moisture).toHaveAttribute("aria-pressed", "true");
  await expect(chartOf(page, "soil.moisture")).toBeVisible();
  const week = page
    .getByRole("region", { name: "Chart", exact: true })
    .getByRole("button", { name: "7 days", exact: true });
  expect(await next(() => week.click())).toBe(7 * 24 * HOUR);
  await expect(page.getByText("From minimum to maximum")).toBeVisible();

  const chart = chartOf(page, "soil.moisture");
  await chart.focus();
  expect(await next(() => page.keyboard.press("+"))).toBe(3.5 * 24 * HOUR);
  await expect(week).toHaveAttribute("aria-pressed", "false");
  expect(await next(() => page.keyboard.press("ArrowLeft"))).toBe(3.5 * 24 * HOUR);
  // The zoomed chart is in the address, with a second value.
  await page.getByRole("combobox", { name: "Compare with" }).selectOption("temperature");
  await expect(page).toHaveURL(/value=soil\.moisture.*with=temperature/);
  await page.reload();
  await expect(page.getByRole("figure")).toContainText(/soil\.moisture.*on average.*temperature.*on average/);
  await expect(week).toHaveAttribute("aria-pressed", "false");
  await week.click();
  await chart.focus();
  await page.keyboard.press("+");
  await expect(week).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("0");
  await expect(week).toHaveAttribute("aria-pressed", "true");

  await chart.scrollIntoViewIfNeeded();
  const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const dragged = await next(async () => {
    await page.mouse.move(box.x + box.width * 0.5, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + 100, { steps: 5 });
    await page.mouse.up();
  });
  expect(dragged).toBeGreaterThan(24 * HOUR);
  expect(dragged).toBeLessThan(4 * 24 * HOUR);
});
