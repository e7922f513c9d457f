/** WCAG 1.4.10: at 400 % zoom a window of 1280 × 1024 has 320 × 256 pixels, and nothing that stays in view takes them. */

import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./journey.ts";

test.use({ viewport: { width: 320, height: 256 } });

/** Parts that stay in view while the page is scrolled, and what of the window they take. */
const staying = (page: Page) =>
  page.evaluate(async () => {
    window.scrollTo({ top: 400, behavior: "instant" });
    await new Promise((seen) => requestAnimationFrame(seen));
    const isInTheWay = (element: Element) => {
      if (!["fixed", "sticky"].includes(getComputedStyle(element).position)) return false;
      const { top, bottom, width, height } = element.getBoundingClientRect();
      return width > 100 && height > 20 && bottom > 0 && top < window.innerHeight;
    };
    return [...document.querySelectorAll("body *")]
      .filter(isInTheWay)
      .map((each) => each.outerHTML.slice(0, 90));
  });

test("header, bars and menus scroll away in a window at 400 % zoom", async ({ page, account }) => {
  await account.newKey();
  for (const name of ["Porch lamp", "Fan", "Gate", "Pump", "Heater", "Bell"]) await account.newDevice(name);
  for (const path of ["/", "/docs"]) {
    await page.goto(path);
    await expect(page.locator("h1")).toBeVisible();
    expect(await staying(page), path).toEqual([]);
  }
  await signIn(page, account);
  for (const path of [
    "/dashboard",
    "/dashboard/devices",
    "/dashboard/devices/events",
    "/dashboard/profile",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("navigation", { name: "Frequent screens" })).toBeAttached();
    expect(await staying(page), path).toEqual([]);
  }
  await page.goto("/dashboard/devices");
  await page.getByRole("button", { name: "Select" }).click();
  await expect(page.getByRole("region", { name: "Selected devices" })).toBeVisible();
  expect(await staying(page), "with a selection").toEqual([]);
});

test("a dialog at 400 % zoom scrolls as a whole, with its buttons in reach", async ({ page, account }) => {
  await account.newKey();
  await signIn(page, account, "/dashboard/devices");
  await page.getByRole("button", { name: "New" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Device Name")).toBeFocused();
  const own = await dialog.evaluate((box) => {
    const parts = [...box.querySelectorAll("*")];
    return parts.filter((part) => getComputedStyle(part).position === "sticky").length;
  });
  expect(own).toBe(0);
  const add = dialog.getByRole("button", { name: "Add Device" });
  await add.focus();
  await expect(add).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole("button", { name: "Close" })).not.toBeInViewport();
});
