/** Fixtures of every journey: the product's address, and a page that must not log an error. */

import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import { type Account, newAccount } from "../support/account.ts";

export { expect } from "@playwright/test";

function environmentVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error("The product was not started for these tests.");
  return value;
}

/** The address of the running product. */
export const baseUrl = (): string => environmentVariable("BASE_URL");
/** Another origin that the running product allows; only some tests serve it. */
export const otherOrigin = (): string => environmentVariable("OTHER_ORIGIN");
/** The port at which the running product allows a push service. */
export const pushPort = (): number => Number(environmentVariable("PUSH_PORT"));
/** The same, for orders that ask first. */
export const askPort = (): number => Number(environmentVariable("ASK_PORT"));

/** Certificate and key of an https server on this machine, which the running product trusts. */
export const certificateFolder = (): string => environmentVariable("CERTIFICATE_FOLDER");

/** Chromium logs every response of 400 and above as an error; some journeys provoke one. */
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

/** Stores the account's session as a login does, and opens a screen, or a file of the page's origin without scripts. */
export async function signIn(page: Page, account: Account, path = "/icon.svg"): Promise<void> {
  const user = await account.call("GET", "/v0/users/");
  const script = await page.addInitScript(
    ([token, stored]) => {
      localStorage.setItem("auth_token", token);
      localStorage.setItem("user", stored);
    },
    [account.token, JSON.stringify(user)] as const,
  );
  await page.goto(path);
  await script.dispose();
}
