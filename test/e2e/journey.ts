/** What every journey has: the running product's address, and a page that must not report an error. */

import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import { type Account, newAccount } from "../support/account.ts";

export { expect } from "@playwright/test";

function told(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error("The product was not started for these tests.");
  return value;
}

/** The address that the running product told its tests. */
export const baseUrl = (): string => told("BASE_URL");
/** Another origin that the running product allows; nobody serves it unless a test does. */
export const otherOrigin = (): string => told("OTHER_ORIGIN");

/** Chromium reports every answer of 400 and above as an error; journeys that provoke one may. */
const ABOUT_AN_ANSWER = /Failed to load resource/;

export const test = base.extend<{ pageErrors: string[]; account: Account }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern to see which fixtures are used.
  baseURL: async ({}, use) => use(baseUrl()),
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      const take = (text: string) => errors.push(text);
      const fail = (error: Error) => take(error.message);
      const hear = (message: ConsoleMessage) => {
        if (message.type() === "error" && !ABOUT_AN_ANSWER.test(message.text())) take(message.text());
      };
      page.on("pageerror", fail).on("console", hear);
      await use(errors);
      page.off("pageerror", fail).off("console", hear);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  account: async ({}, use) => use(await newAccount(baseUrl())),
});

/** Puts the account's session where the page looks for it, as a log-in would have left it, and opens a screen. */
export async function signIn(page: Page, account: Account, path?: string): Promise<void> {
  // Any file of the page's origin will do; this one runs nothing of the page.
  await page.goto("/icon.svg");
  const user = await account.call("GET", "/v0/users/");
  await page.evaluate(
    ([token, stored]) => {
      localStorage.setItem("auth_token", token);
      localStorage.setItem("user", stored);
    },
    [account.token, JSON.stringify(user)] as const,
  );
  if (path) await page.goto(path);
}
