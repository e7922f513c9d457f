/** Dialogs hold what is in them, whatever it is called, and throw nothing away that somebody typed. */

import type { Page } from "@playwright/test";
import type { Account } from "../support/account.ts";
import { expect, signIn, test } from "./journey.ts";
import { unfold } from "./steps.ts";

const NAME = "A name of ninety characters without an end in sight ".repeat(2).slice(0, 90);
/** As long as they come in practice, and without a place to break them. */
const TOPICS = ["x".repeat(45), "y".repeat(65)];

/** The id of the device. */
async function furnished(page: Page, account: Account): Promise<string> {
  await account.newKey();
  const channels = [];
  for (const topic of TOPICS) channels.push(await account.newChannel(topic));
  const { id } = await account.newDevice(NAME, channels);
  await signIn(page, account);
  return id;
}

/** All but the link that is there for the keyboard alone. */
const IN_HEADER = "a:not([href='#content']):visible, button:visible";

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("the buttons of a dialog stay in view, and what it deletes is named [F379]", async ({
  page,
  account,
}) => {
  await furnished(page, account);
  await page.goto("/dashboard/devices");
  const dialog = page.getByRole("dialog");
  for (const height of [740, 480]) {
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 360, height });
    await unfold(page);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await dialog.getByLabel("Topics", { exact: true }).selectOption({ index: 2 });
    for (const name of ["Add", "Cancel", "Update Device"]) {
      await expect(dialog.getByRole("button", { name, exact: true })).toBeInViewport({
        ratio: name === "Add" ? 0 : 1,
      });
    }
    expect(await sideways(page)).toBe(0);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.reload();
  }
  await unfold(page);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(dialog).toContainText(NAME);
  await expect(dialog.getByRole("button", { name: "Delete", exact: true })).toBeInViewport({ ratio: 1 });
});

test("what was typed is not thrown away by a click beside the dialog, nor by Escape [F379]", async ({
  page,
  account,
}) => {
  await furnished(page, account);
  await page.goto("/dashboard/mqtt/channels");
  const dialog = page.getByRole("dialog");
  const add = page.getByRole("button", { name: "Add Channel", exact: true });
  await add.click();
  await expect(dialog.getByLabel("Channel Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await add.click();
  await dialog.getByLabel("Channel Name").fill("Porch");
  await page.mouse.click(3, 60);
  await expect(dialog.getByRole("alert")).toHaveText("What you typed is not saved.");
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog.getByLabel("Channel Name")).toBeFocused();
  await expect(dialog.getByLabel("Channel Name")).toHaveValue("Porch");
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Throw it away" }).click();
  await expect(dialog).toHaveCount(0);
  await add.click();
  await expect(dialog.getByLabel("Channel Name")).toHaveValue("");
  await expect(dialog.getByRole("alert")).toHaveCount(0);
});

test("long names and narrow windows move no page sideways", async ({ page, account }) => {
  const device = await furnished(page, account);
  for (const path of [
    "/dashboard",
    "/dashboard/devices",
    `/dashboard/devices/${device}`,
    `/dashboard/devices/virtual?device=${device}`,
    "/dashboard/devices/events",
    "/docs",
    "/",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    for (const width of [320, 768]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await sideways(page), `${path} at ${width}`).toBe(0);
      for (const part of await page.getByRole("banner").locator(IN_HEADER).all()) {
        await expect(part, `${path} at ${width}`).toBeInViewport({ ratio: 1 });
      }
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/${path.replaceAll("/", "_").slice(0, 30)}-${width}.png`,
        });
    }
  }
  await page.goto("/docs");
  await expect(page.getByRole("link", { name: "Back to dashboard" })).toBeInViewport({ ratio: 1 });
});

test("in a narrow header the name is cut short, and not how things stand", async ({ page, account }) => {
  await signIn(page, account);
  await page.goto("/dashboard");
  const header = page.getByRole("banner");
  const whole = [header.getByRole("status"), header.getByRole("link", { name: "No API key" })];
  for (const width of [640, 768]) {
    await page.setViewportSize({ width, height: 740 });
    for (const part of whole) {
      await expect(part).toBeInViewport({ ratio: 1 });
      const cut = await part.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(cut, `at ${width}`).toBeLessThanOrEqual(0);
    }
    expect(await sideways(page)).toBe(0);
  }
});
