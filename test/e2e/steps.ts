/** A user's actions on the screens, and what an operator does before them. */

import { expect, type Locator, type Page } from "@playwright/test";
import { keyInFile } from "../../worker/cli/admin/operator.ts";
import { inRoot } from "../../worker/local/paths.ts";
import { type Account, newEmail, PASSWORD } from "../support/account.ts";
import { baseUrl } from "./journey.ts";

/** The side menu, behind a button on a small screen. */
export async function sideMenu(page: Page): Promise<Locator> {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  const side = page.getByRole("navigation", { name: "Main" });
  await expect(menu.or(side)).toBeVisible();
  if (await menu.isVisible()) await menu.click();
  return side;
}

export async function goTo(page: Page, name: string): Promise<void> {
  const side = await sideMenu(page);
  const entry = side.getByRole("link", { name, exact: true });
  // two entries are not in a beginner's menu, or come while it is read
  const advanced = side.getByRole("button", { name: "Advanced" });
  await expect(entry.or(advanced).first()).toBeVisible();
  if (!(await entry.isVisible())) await advanced.click({ timeout: 2_000 }).catch(() => null);
  await entry.click();
}

export async function logOut(page: Page): Promise<void> {
  await (await sideMenu(page)).getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
}

export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

export async function fillRegistration(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(newEmail());
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
}

export async function register(page: Page): Promise<void> {
  await page.goto("/register");
  await fillRegistration(page);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** Unfolds the details that a small screen hides. */
export async function unfold(devices: Page | Locator): Promise<void> {
  await expect(devices.getByRole("button", { name: /^(More|Edit)\b/ }).first()).toBeVisible();
  // A pressed one reads Less.
  const more = devices.getByRole("button", { name: "More" });
  for (let folded = await more.count(); folded > 0; folded -= 1) await more.first().click();
}

/** An operator raises the account's limit of devices. */
export async function allowDevices({ userId }: Account, devices: number): Promise<void> {
  const answer = await fetch(`${baseUrl()}/v0/operator/accounts/${userId}/limits/`, {
    method: "PUT",
    headers: {
      authorization: `Bearer ${keyInFile(inRoot(".dev.vars"))}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ devices }),
  });
  expect(answer.status).toBe(200);
}

export const rowOf = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });
