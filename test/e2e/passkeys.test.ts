/** Passkeys, with the browser's own virtual authenticator. */

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { PASSWORD } from "../support/account.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";
import { choose, type } from "./keys.ts";

/** Passkeys belong to a name: a browser makes none for an address of numbers. */
const named = (path: string): string => {
  const url = new URL(path, baseUrl());
  url.hostname = "localhost";
  return url.href;
};

async function expectNoFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

/** A phone whose owner confirms, or refuses, what its dialog asks. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    refuse: () => cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false }),
    agree: () => cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true }),
  };
}

test("a passkey is added by keyboard, logs in without the password, and is deleted", async ({
  page,
  account,
}) => {
  const phone = await addAuthenticator(page);
  await page.goto(named("/icon.svg"));
  await signIn(page, account, named("/dashboard/profile?tab=security"));
  await expect(page.getByText("No passkeys yet.")).toBeVisible();
  await choose(page, "button", "Add Passkey");
  await type(page, "Name", "My phone");
  await page.getByLabel("Your password").fill("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This password is wrong.")).toBeVisible();
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  const table = page.getByRole("table", { name: "Passkeys" });
  await expect(table.getByText("My phone")).toBeVisible();
  await expect(table.getByText("Never")).toBeVisible();
  await expectNoFindings(page);

  await page.evaluate(() => localStorage.clear());
  await page.goto(named("/login"));
  await expectNoFindings(page);
  await phone.refuse();
  await choose(page, "button", "Use a Passkey");
  await expect(page.getByRole("button", { name: "Use a Passkey" })).toBeEnabled();
  await expect(page).toHaveURL(/\/login$/);
  await phone.agree();
  await choose(page, "button", "Use a Passkey");
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto(named("/dashboard/profile?tab=security"));
  await expect(table.locator("time")).toHaveCount(2);
  await choose(page, "button", "Delete My phone");
  await expect(page.getByRole("dialog")).toBeVisible();
  await choose(page, "button", "Delete");
  await expect(page.getByText("No passkeys yet.")).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto(named("/login"));
  await choose(page, "button", "Use a Passkey");
  await expect(page.getByText("No account has this passkey.")).toBeVisible();
});
