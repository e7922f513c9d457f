/** Everything in reach of the keyboard: Ctrl+K goes anywhere and switches any device. */

import { newAccount } from "../support/account.ts";
import { baseUrl, expect, test } from "./journey.ts";

test("a screen is reached and a device is switched from the keyboard", async ({ page }) => {
  const account = await newAccount(baseUrl());
  await account.newKey();
  const fan = await account.newDevice("Ceiling fan");
  const user = JSON.stringify(await account.call("GET", "/v0/users/"));
  await page.addInitScript(
    ([token, stored]) => {
      localStorage.setItem("auth_token", token);
      localStorage.setItem("user", stored);
    },
    [account.token, user] as const,
  );
  await page.goto("/dashboard");
  await expect(page.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();

  const palette = page.getByRole("dialog", { name: "Go to a screen or switch a device" });
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("ceiling");
  await expect(palette.getByRole("option")).toHaveText([/Turn On Ceiling fan/]);
  await page.keyboard.press("Enter");
  await expect(palette).toBeHidden();
  await expect.poll(async () => (await account.device(fan.id)).state).toBe(true);

  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("events");
  await expect(palette.getByRole("option")).toHaveText(["Events"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/devices\/events$/);
  const figures = page.getByRole("table", { name: "Activity by hour and device" });
  await expect(figures.getByRole("columnheader", { name: "Ceiling fan" })).toHaveCount(1);
  await expect(figures.getByRole("row").last()).toContainText("1");

  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
});
