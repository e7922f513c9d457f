/** The account: its password, the end of a stolen session, its export. */

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { type Account, PASSWORD } from "../support/account.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";
import { choose, tabTo, type } from "./keys.ts";
import { logIn } from "./steps.ts";

const NEW = "Another-horse-8";

async function exportByKeyboard(page: Page, account: Account): Promise<void> {
  const device = await account.newDevice("Porch lamp");
  await page.goto("/dashboard/profile?tab=data");
  const download = page.waitForEvent("download");
  await choose(page, "button", "Export Account");
  await expect(page.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await choose(page, "button", "Export");
  const file = await download;
  expect(file.suggestedFilename()).toBe("switchyard-export.zip");
  const archive = readFileSync(await file.path(), "latin1");
  for (const words of ["account.json", "mosquitto.passwd", device.id, account.email])
    expect(archive).toContain(words);
  await page.goto("/dashboard/profile?tab=security");
}

test("the account is exported as one file, a stolen session is ended, and a new password ends all others [T270]", async ({
  page,
  account,
  browser,
}) => {
  await account.newKey();
  const thief = await browser.newPage({ baseURL: baseUrl() });
  await thief.goto("/login");
  await logIn(thief, account.email, PASSWORD);
  await expect(thief.getByRole("status").filter({ hasText: "Broker:" })).toContainText("Connected");

  await signIn(page, account, "/dashboard/profile?tab=security");
  const sessions = page.getByRole("table", { name: "Sessions" });
  await expect(sessions.getByText("Chrome on Linux")).toHaveCount(1);
  await choose(page, "button", "End");
  await expect(page.getByRole("dialog")).toContainText("Its browser is signed out at once.");
  await choose(page, "button", "End");
  await expect(sessions.getByRole("button", { name: "End" })).toHaveCount(0);
  // without any action of its own
  await expect(thief).toHaveURL(/\/login/);
  await thief.close();
  await exportByKeyboard(page, account);

  await choose(page, "button", "Change Password");
  const dialog = page.getByRole("dialog", { name: "Change Password" });
  await expect(dialog.getByLabel("Current password")).toBeFocused();
  await page.keyboard.type("Wrong-horse-1");
  await type(page, "New password", NEW);
  await type(page, "Confirm password", NEW);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This password is wrong.")).toBeVisible();
  await tabTo(page, "textbox", "Current password");
  await page.keyboard.press("Control+a");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your password is changed, and every other session has ended.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();

  await expect(sessions.locator("time").first()).toHaveText(/[AP]M$/);
  await page.getByRole("tab", { name: "You" }).click();
  await page.getByLabel("First name").fill("Robin");
  await page.getByLabel("Last name").fill("Reed");
  await page.getByLabel("Clock").selectOption("24");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Profile updated successfully!")).toBeVisible();
  await page.goto("/dashboard/profile?tab=security");
  await expect(sessions.locator("time").first()).toHaveText(/ \d\d:\d\d$/);
});
