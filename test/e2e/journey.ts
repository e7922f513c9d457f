/** What every journey has: the running product's address, and a page that must not report an error. */

import { test as base, expect } from "@playwright/test";

export { expect } from "@playwright/test";

/** The address that the running product told its tests. */
export function baseUrl(): string {
  const url = process.env.BASE_URL;
  if (url === undefined) throw new Error("The product was not started for these tests.");
  return url;
}

/** Chromium reports every answer of 400 and above as an error; journeys that provoke one may. */
const ABOUT_AN_ANSWER = /Failed to load resource/;

export const test = base.extend<{ pageErrors: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern to see which fixtures are used.
  baseURL: async ({}, use) => use(baseUrl()),
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && !ABOUT_AN_ANSWER.test(message.text())) errors.push(message.text());
      });
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});
