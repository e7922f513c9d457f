/** Passkeys, with the browser's own virtual authenticator. */

import type { Page } from "@playwright/test";
import { PASSWORD } from "../support/account.ts";
import { expectNoFindings } from "./axe.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";
import { choose, type } from "./keys.ts";

/** Passkeys belong to a name: a browser makes none for an address of numbers. */
const named = (path: string): string => {
  const url = new URL(path, baseUrl());
  url.hostname = "localhost";
  return url.href;
};

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

/** Replaces what the browser's dialogs return, as extensions of password managers do. */
const extension = (page: Page, how: "plain" | "broken" | "nothing", algorithm?: number) =>
  page.evaluate(
    ([manner, alg]) => {
      const { credentials } = navigator;
      const own = { create: credentials.create.bind(credentials), get: credentials.get.bind(credentials) };
      const replaced = (given: Credential | null) => {
        if (manner === "nothing" || given === null) return null;
        const { id, type, rawId, response } = given as PublicKeyCredential;
        if (manner === "broken") return { id, type, rawId, response: {} } as unknown as Credential;
        const { clientDataJSON } = response;
        // of bytes in a larger buffer, and with methods that throw
        const view = (bytes: ArrayBuffer | undefined) =>
          bytes && new Uint8Array([0, ...new Uint8Array(bytes), 0]).subarray(1, -1);
        const { attestationObject } = response as AuthenticatorAttestationResponse;
        const { authenticatorData, signature } = response as AuthenticatorAssertionResponse;
        const getPublicKey = () => {
          throw new Error("Not implemented");
        };
        const fields = {
          attestationObject,
          authenticatorData: view(authenticatorData),
          signature,
          getPublicKey,
        };
        return { id, type, rawId, response: { clientDataJSON, ...fields } } as unknown as Credential;
      };
      Object.defineProperty(credentials, "create", {
        configurable: true,
        value: async (options: CredentialCreationOptions) => {
          const all = options.publicKey?.pubKeyCredParams ?? [];
          const pubKeyCredParams = all.filter((each) => alg === undefined || each.alg === alg);
          const publicKey = {
            ...(options.publicKey as PublicKeyCredentialCreationOptions),
            pubKeyCredParams,
          };
          return replaced(await own.create({ ...options, publicKey }));
        },
      });
      Object.defineProperty(credentials, "get", {
        configurable: true,
        value: async (options: CredentialRequestOptions) => replaced(await own.get(options)),
      });
    },
    [how, algorithm] as const,
  );

async function addPasskey(page: Page, name: string): Promise<void> {
  await choose(page, "button", "Add Passkey");
  await type(page, "Name", name);
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.keyboard.press("Enter");
}

test("plain objects of a password manager are read, with keys of every algorithm", async ({
  page,
  account,
}) => {
  await addAuthenticator(page);
  await page.goto(named("/icon.svg"));
  await signIn(page, account, named("/dashboard/profile?tab=security"));
  const table = page.getByRole("table", { name: "Passkeys" });
  for (const [name, algorithm] of [
    ["EdDSA", -8],
    ["RS256", -257],
    ["ES256", -7],
  ] as const) {
    await expect(page.getByRole("button", { name: "Add Passkey" })).toBeVisible();
    await extension(page, "plain", algorithm);
    await addPasskey(page, name);
    await expect(table.getByText(name)).toBeVisible();
    await page.evaluate(() => localStorage.clear());
    await page.goto(named("/login"));
    await expect(page.getByRole("button", { name: "Use a Passkey" })).toBeVisible();
    await extension(page, "plain");
    await choose(page, "button", "Use a Passkey");
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto(named("/dashboard/profile?tab=security"));
  }
  await expect(table.getByText("Never")).toHaveCount(0);
});

test("a closed dialog, and a passkey that is not understood, are two sentences", async ({
  page,
  account,
}) => {
  const phone = await addAuthenticator(page);
  await page.goto(named("/icon.svg"));
  await signIn(page, account, named("/dashboard/profile?tab=security"));
  const closed = page.getByText("The browser’s dialog was closed, or its time ran out.");
  const notUnderstood = page.getByText("A passkey was used or saved, but this page cannot read it.");
  await phone.refuse();
  await addPasskey(page, "Closed");
  await expect(closed).toBeVisible();
  await phone.agree();
  for (const how of ["broken", "nothing"] as const) {
    await page.reload();
    await expect(page.getByRole("button", { name: "Add Passkey" })).toBeVisible();
    await extension(page, how);
    await addPasskey(page, how);
    await expect(notUnderstood).toBeVisible();
  }
  await expectNoFindings(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto(named("/login"));
  await expect(page.getByRole("button", { name: "Use a Passkey" })).toBeVisible();
  await extension(page, "nothing");
  await choose(page, "button", "Use a Passkey");
  await expect(notUnderstood).toBeVisible();
  await phone.refuse();
  await page.reload();
  await choose(page, "button", "Use a Passkey");
  await expect(closed).toBeVisible();
});
