/** A deleted account leaves no access. */

import { PASSWORD } from "../support/account.ts";
import { mqttLibrary } from "../support/device-process.ts";
import { rawRequest, UPGRADE } from "../support/raw-request.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";

test("a deleted account is gone, with its session, its key and its clients [T61]", async ({
  page,
  account,
}) => {
  const { key } = await account.newKey();
  const asKey = {
    baseUrl: baseUrl(),
    userId: account.userId,
    version: 5 as const,
    login: { clientId: `${key}__workbench`, username: key, password: key },
    topic: "",
  };
  const { client } = await mqttLibrary(asKey);
  const dropped = new Promise((resolve) => client.once("close", () => resolve(true)));
  await signIn(page, account, "/dashboard/profile?tab=data");
  await page.getByRole("button", { name: "Delete Account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Account" });
  const password = dialog.getByLabel("Your password");
  await expect(password).toBeFocused();
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This password is wrong.")).toBeVisible();
  expect(await account.call("GET", "/v0/users/")).toMatchObject({ email: account.email });

  await password.fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete Account" }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByText("Your account has been deleted.")).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);

  expect(await dropped).toBe(true);
  expect((await rawRequest(baseUrl(), `/mqtt/${account.userId}`, UPGRADE)).status).toBe(404);
  await expect(account.call("GET", "/v0/users/")).rejects.toThrow("answered 401");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Unable to log in with provided credentials.")).toBeVisible();
});
