/** A guest's link: the owner shares devices, the guest switches one, the owner changes the link and ends it. */

import AxeBuilder from "@axe-core/playwright";
import type { Browser, Page } from "@playwright/test";
import { baseUrl, expect, signIn, test } from "./journey.ts";
import { choose, tabTo } from "./keys.ts";
import { rowOf } from "./steps.ts";

const NARROW = { width: 360, height: 740 };

async function expectNoFindings(page: Page): Promise<void> {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => `${theme}: ${id} ${nodes[0]?.html}`)).toEqual([]);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isWide).toBe(false);
  }
}

/** Another person's browser. */
async function guestPage(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: NARROW, locale: "en-US" });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

test("the owner shares two of three devices; the guest switches one; a changed link shows what is left, and an ended one says so [T403]", async ({
  page,
  browser,
  account,
}) => {
  await account.newKey();
  const lamp = await account.newDevice("Porch lamp");
  await account.newDevice("Fan <b>");
  await account.newDevice("Safe");
  await signIn(page, account, `/dashboard/devices/${lamp.id}`);
  await choose(page, "button", "Share");
  const dialog = page.getByRole("dialog", { name: "Share by a Link" });
  await dialog.getByLabel("Name").fill("Anna");
  await dialog.getByRole("checkbox", { name: "Fan <b>" }).check();
  await expect(dialog.getByText(/^Anyone with this link can switch .* until the end of /)).toBeVisible();
  await dialog.getByRole("button", { name: "Make Link" }).click();
  const address = await dialog.getByRole("textbox", { name: "Guest’s link" }).inputValue();
  expect(address).toContain("/guest#swt_");
  await dialog.getByRole("button", { name: "Done" }).click();

  const guest = await guestPage(browser, new URL(`/guest${new URL(address).hash}`, baseUrl()).href);
  await expect(guest.getByRole("heading", { level: 2 })).toHaveText(["Porch lamp", "Fan <b>"]);
  expect(new URL(guest.url()).hash).toBe("");
  await expectNoFindings(guest);
  await guest.setViewportSize({ width: 320, height: 640 });
  await expectNoFindings(guest);
  await tabTo(guest, "button", "Turn On");
  await guest.keyboard.press("Space");
  await expect(guest.getByRole("button", { name: "Turn Off" })).toHaveCount(1);
  expect((await account.device(lamp.id)).state).toBe(true);
  await expect(page.getByText(/by guest “Anna”/).first()).toBeAttached({ timeout: 20_000 });

  await page.goto("/dashboard/profile");
  const row = rowOf(page, "Anna");
  await row.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Guest" });
  await edit.getByRole("checkbox", { name: "Fan <b>" }).uncheck();
  await edit.getByRole("button", { name: "Change Link" }).click();
  await expect(guest.getByRole("heading", { level: 2 })).toHaveText(["Porch lamp"], { timeout: 2_000 });

  await row.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(guest.getByRole("heading", { name: "This link has ended" })).toBeVisible({ timeout: 2_000 });
  await expectNoFindings(guest);
  await guest.context().close();
});

test("a guest's page loads none of the page's scripts, and at most 60 kB", async ({ page }) => {
  const sizes: number[] = [];
  page.on("response", async (response) => {
    if (response.request().resourceType() === "script") sizes.push((await response.body()).length);
  });
  await page.goto("/guest");
  await expect(page.getByRole("heading", { name: "This link has ended" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
});
