/** The devices screen with stale data and with many devices. */

import { expect, signIn, test } from "./journey.ts";
import { rowOf, unfold } from "./steps.ts";

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
