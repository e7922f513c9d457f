/** Steps to a state of a screen. */

import type { Page } from "@playwright/test";
import type { Account } from "../support/account.ts";

interface SetupContext {
  page: Page;
  account: Account;
}
export type ScreenSetup = (walker: SetupContext) => Promise<unknown>;

/** Replaces a response of the API; a failure without a text gets the page's own. */
export const answerWith = (page: Page, path: string, status: number, json: unknown = {}) =>
  page.route(`**/v0/${path}`, (route) => route.fulfill({ status, json }));

/** Changes fail, reads succeed. */
export const nothingChanges = (page: Page) =>
  page.route("**/v0/**", (route) =>
    route.request().method() === "GET" ? route.fallback() : route.fulfill({ status: 500, json: {} }),
  );

/** A request without a response. */
const held = (page: Page, pattern: string) => page.route(pattern, () => undefined);

export const at =
  (path: string): ScreenSetup =>
  ({ page }) =>
    page.goto(path);
/** The button of a row is shown as "Edit", and named "Edit Porch lamp". */
export const press = (page: Page, name: string) => {
  const rowButton = page.getByRole("button").and(page.getByTitle(name, { exact: true }));
  return page.getByRole("button", { name, exact: true }).or(rowButton).first().click();
};
export const inDialog = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

export const holdResponse = (pattern: string, path: string): ScreenSetup => {
  return async ({ page }) => {
    await held(page, pattern);
    await page.goto(path);
  };
};

export const opened = (path: string, button: string): ScreenSetup => {
  return async ({ page }) => {
    await page.goto(path);
    await press(page, button);
  };
};
