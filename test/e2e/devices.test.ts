/** The devices screen, where what it shows is older, longer or more than it was made for. */

import type { Page } from "@playwright/test";
import type { Channel } from "../../worker/contract/channel.ts";
import { expect, signIn, test } from "./journey.ts";
import { rowOf, unfold } from "./steps.ts";

test("a device that is switched while somebody renames it stays as it was switched [F89]", async ({
  page,
  account,
}) => {
  await account.newKey();
  const lamp = await account.newDevice("Porch lamp");
  await signIn(page, account);
  await page.goto("/dashboard/devices");
  await unfold(page);
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Device" });
  const isOn = dialog.getByRole("checkbox", { name: "Device is On" });
  await expect(isOn).not.toBeChecked();
  await account.switchDevice(lamp, "on");
  // What nobody has touched goes with the device.
  await expect(isOn).toBeChecked();
  await dialog.getByLabel("Device Name").fill("Hall lamp");
  const saving = page.waitForRequest((request) => request.method() === "PUT");
  await dialog.getByRole("button", { name: "Update Device" }).click();
  expect((await saving).postDataJSON()).toEqual({ name: "Hall lamp", channels: [] });
  await expect(rowOf(page, "Hall lamp")).toContainText("On");
  expect((await account.device(lamp.id)).state).toBe(true);

  await page.getByRole("button", { name: "Edit" }).click();
  await isOn.uncheck();
  await dialog.getByRole("button", { name: "Update Device" }).click();
  await expect(dialog).toBeHidden();
  expect((await account.device(lamp.id)).state).toBe(false);
});

/** How far something can be scrolled sideways, and whose fault it is. */
const sideways = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("[role=dialog], [role=dialog] *:not(input, pre)")]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      .filter((element) => !getComputedStyle(element).textOverflow.includes("ellipsis"))
      .map((element) => element.outerHTML.slice(0, 120)),
  );

test("names and topics as long as they may be move nothing out of reach", async ({ page, account }) => {
  await account.newKey();
  const topic = `greenhouse/${"bench-".repeat(22)}valve`;
  const long = await account.call<Channel>("POST", "/v0/mqtt/channels/", { name: "x".repeat(100), topic });
  await account.newCredential("bench", [long]);
  const device = await account.newDevice("Kilometrelongnamewithoutaspace".repeat(3), [long]);
  await signIn(page, account);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    for (const [path, open, send] of [
      ["/dashboard/devices", "Edit", "Update Device"],
      ["/dashboard/mqtt/credentials", "Edit", "Update Credential"],
      ["/dashboard/mqtt/channels", "Edit", "Update Channel"],
      ["/dashboard/devices", "Delete", "Delete"],
    ] as const) {
      await page.goto(path);
      await unfold(page);
      await page.getByRole("button", { name: open, exact: true }).first().click();
      const button = page.getByRole("dialog").getByRole("button", { name: send, exact: true });
      await button.scrollIntoViewIfNeeded();
      await expect(button).toBeInViewport({ ratio: 1 });
      expect.soft(await sideways(page), `${path} at ${width}`).toEqual([]);
    }
    for (const path of [
      `/dashboard/devices/${device.id}`,
      `/dashboard/devices/${device.id}?connect=true`,
      "/dashboard/devices/events",
      "/dashboard/devices/virtual",
      "/dashboard",
    ]) {
      await page.goto(path);
      // Also behind a dialog, which hides it from those who hear the page.
      await expect(page.locator("h1")).toBeVisible();
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      expect.soft(await sideways(page), `${path} at ${width}`).toEqual([]);
    }
  }
});
