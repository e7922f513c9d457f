/** Keyboard access to everything: Ctrl+K opens any screen, and Ctrl+Enter switches any device. */

import type { Page } from "@playwright/test";
import { type Account, PASSWORD } from "../support/account.ts";
import { mqttLibrary } from "../support/device-process.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";

const paletteOf = (page: Page) => page.getByRole("dialog", { name: "Go to a screen or a device" });

async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await expect(paletteOf(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(words);
}

const connect = ({ userId }: Account, deviceId: string) =>
  mqttLibrary({
    baseUrl: baseUrl(),
    userId,
    version: 5,
    topic: "",
    login: { clientId: "ceiling-fan", username: `${deviceId}:fan`, password: PASSWORD },
  });

test("a device is opened and switched, and a screen opened, by keyboard [F288]", async ({
  page,
  account,
}) => {
  await account.newKey();
  await account.newCredential("fan", []);
  const fan = await account.newDevice("Ceiling fan");
  await signIn(page, account, "/dashboard");
  await expect(page.getByText("Ceiling fan", { exact: true })).toBeVisible();

  const palette = paletteOf(page);
  await search(page, "ceiling");
  await expect(palette.getByRole("option")).toHaveText([/^Ceiling fan.*Enter turns onOff$/]);
  await page.keyboard.press("Enter");
  await expect(palette).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Ceiling fan" })).toBeVisible();
  expect((await account.device(fan.id)).state).toBe(false);

  await search(page, "ceiling");
  await expect(palette.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(palette).toBeHidden();
  await expect(
    page.getByText("Ceiling fan: Device is offline: it will switch when it returns"),
  ).toBeVisible();
  expect((await account.device(fan.id)).state).toBe(true);

  const device = await connect(account, fan.id);
  await search(page, "turn off");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText(/^Ceiling fan: Taken by the device in \d+ ms$/)).toBeVisible();
  await device.kill();

  await search(page, "events");
  await expect(palette.getByRole("option")).toHaveText(["Events"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/devices\/events$/);
  const figures = page.getByRole("table", { name: "Activity by hour and device" });
  await expect(figures.getByRole("columnheader", { name: "Ceiling fan" })).toHaveCount(1);
  await expect(figures.getByRole("cell", { name: /[1-9]/ }).first()).toBeAttached();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
});
