/** Tiles and rows of devices with controls: each part has a place of its own, and the state stands there once. */

import type { Locator, Page } from "@playwright/test";
import type { Account } from "../support/account.ts";
import { expect, signIn, test } from "./journey.ts";

test.use({ viewport: { width: 1440, height: 900 } });

async function newHeater(account: Account): Promise<void> {
  await account.newKey();
  const { id } = await account.newDevice("Heater");
  const controls = [
    { key: "target", kind: "number", min: 5, max: 30 },
    { key: "mode", kind: "choice", options: ["Eco", "Comfort"] },
  ];
  await account.call("PUT", `/v0/devices/on-off/${id}/`, { name: "Heater", controls });
  await account.call("POST", `/v0/devices/on-off/${id}/telemetry/`, { temperature: 21.5, target: 20 });
}

async function boxOf(part: Locator) {
  await expect(part).toBeVisible();
  const box = await part.boundingBox();
  if (box === null) throw new Error("It is not shown.");
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

const seen = (within: Locator, word: string) =>
  within
    .getByText(word, { exact: true })
    .evaluateAll((all) => all.filter((each) => each.checkVisibility({ visibilityProperty: true })).length);

async function openWith(page: Page, account: Account, path: string): Promise<void> {
  await newHeater(account);
  await signIn(page, account, path);
}

test("a tile uses its width for controls, and says the state once", async ({ page, account }) => {
  await openWith(page, account, "/dashboard");
  const tile = page
    .getByRole("region", { name: "Device Status" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: "Heater" }) });
  const [name, slider, lever] = await Promise.all([
    boxOf(tile.getByRole("link", { name: "Heater" })),
    boxOf(tile.getByRole("slider")),
    boxOf(tile.getByRole("button", { name: "Turn On" })),
  ]);
  expect(slider.x).toBeGreaterThan(name.right);
  expect(slider.width).toBeGreaterThan(300);
  expect(lever.x - slider.right).toBeLessThan(140);
  expect(await seen(tile, "Off")).toBe(1);
});

test("a row of the list has values and controls beside each other, and every choice is readable", async ({
  page,
  account,
}) => {
  await openWith(page, account, "/dashboard/devices");
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "Heater" }) });
  for (const width of [1440, 1240]) {
    await page.setViewportSize({ width, height: 900 });
    const [value, slider, choice] = await Promise.all([
      boxOf(row.getByText("21.5")),
      boxOf(row.getByRole("slider")),
      boxOf(row.getByRole("combobox", { name: "Mode" })),
    ]);
    expect(slider.x).toBeGreaterThan(value.right);
    expect(slider.y).toBeLessThan(value.bottom + 60);
    expect(choice.width).toBeGreaterThan(70);
  }
});
