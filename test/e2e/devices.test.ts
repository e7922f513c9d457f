/** The devices screen with stale data and with many devices. */

import { expect, signIn, test } from "./journey.ts";
import { allowDevices, rowOf, unfold } from "./steps.ts";

test("a device switched during a rename keeps its new state [F89]", async ({ page, account }) => {
  await account.newKey();
  const lamp = await account.newDevice("Porch lamp");
  await signIn(page, account, "/dashboard/devices");
  await unfold(page);
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Device" });
  const isOn = dialog.getByRole("checkbox", { name: "Device is On" });
  await expect(isOn).not.toBeChecked();
  await account.switchDevice(lamp, "on");
  // Untouched fields follow the device.
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

test("the screen states and obeys the account's own limit of devices, not the service's", async ({
  page,
  account,
}) => {
  await account.newKey();
  await allowDevices(account, 12);
  for (let at = 1; at <= 10; at += 1) await account.newDevice(`Lamp ${at}`);
  await signIn(page, account, "/dashboard/devices");
  await expect(page.getByText(/A maximum of 12 devices can be created/)).toBeVisible();
  await page.getByRole("button", { name: "New", exact: true }).click();
  await expect(page.getByRole("dialog").getByLabel("Device Name")).toBeVisible();
});

test("a form that is refused shows why, although its button stands far below", async ({ page, account }) => {
  await account.newKey();
  const { id } = await account.newDevice("Lamp");
  const controls = ["a", "b", "c", "d"].map((key) => ({ key, kind: "toggle" }));
  await account.call("PUT", `/v0/devices/on-off/${id}/`, { name: "Lamp", controls });
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(page, account, `/dashboard/devices/${id}?tab=settings`);
  await page.getByLabel("Key", { exact: true }).nth(1).fill("not good!");
  await page.getByRole("button", { name: "Save Controls" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /^Oops!/ })).toBeInViewport({ ratio: 1 });
});
