/** The page's broker connection: live changes and reconnects. */

import type { Page, WebSocketRoute } from "@playwright/test";
import { baseUrl, expect, signIn, test } from "./journey.ts";
import { allowDevices, goTo, rowOf, unfold } from "./steps.ts";

const connection = (page: Page) => page.getByRole("status").filter({ hasText: "Broker:" });

test("a switch in one window shows in the other", async ({ page: here, account, browser }) => {
  await account.newKey();
  const lamp = await account.newDevice("Porch light");
  // A background tab would draw slowly.
  const elsewhere = await browser.newContext({ baseURL: baseUrl() });
  const there = await elsewhere.newPage();
  for (const page of [here, there]) {
    await signIn(page, account, "/dashboard/devices");
    await expect(connection(page)).toContainText("Connected");
  }
  await rowOf(here, lamp.name).getByRole("button", { name: "Turn On" }).click();
  await expect(rowOf(there, lamp.name).getByRole("button", { name: "Turn Off" })).toBeVisible();
  // Switches over the API arrive in the same way.
  await account.switchDevice(lamp, "off");
  for (const page of [here, there]) {
    await expect(rowOf(page, lamp.name).getByRole("button", { name: "Turn On" })).toBeVisible();
  }
  await elsewhere.close();
});

async function cuttable(page: Page): Promise<{ cut(): Promise<void>; mend(): void }> {
  const open = new Set<WebSocketRoute>();
  let whole = true;
  await page.routeWebSocket(/\/mqtt\//, (route) => {
    if (!whole) {
      void route.close({ code: 1011 });
      return;
    }
    open.add(route);
    route.connectToServer();
  });
  return {
    cut: async () => {
      whole = false;
      for (const route of open) await route.close({ code: 1011 });
      open.clear();
    },
    mend: () => {
      whole = true;
    },
  };
}

test("a lost broker is retried with growing delays, and Retry connects at once", async ({
  page,
  account,
}) => {
  await account.newKey();
  const lamp = await account.newDevice("Porch light");
  await signIn(page, account);
  await page.clock.install();
  const way = await cuttable(page);
  await page.goto("/dashboard/devices");
  await expect(connection(page)).toContainText("Connected");

  await way.cut();
  // From 5, 10, 20, 30 and 30 seconds; some may have passed when the page is read.
  for (const [seconds, countdown] of [
    [5, /^[1-5] s$/],
    [10, /^([6-9]|10) s$/],
    [20, /^(1[1-9]|20) s$/],
    [30, /^(2[1-9]|30) s$/],
    [30, /^(2[1-9]|30) s$/],
  ] as const) {
    await expect(page.getByText(countdown)).toBeVisible();
    await page.clock.runFor(seconds * 1_000);
  }
  // After five failures it stops, without a countdown.
  await expect(connection(page)).toContainText("Connection error");
  await expect(page.getByText(/^\d+ s$/)).toHaveCount(0);
  await rowOf(page, lamp.name).getByRole("button", { name: "Turn On" }).click();
  await expect(page.getByText("MQTT client not connected")).toBeVisible();
  await expect(rowOf(page, lamp.name).getByRole("button", { name: "Turn On" })).toBeVisible();

  way.mend();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(connection(page)).toContainText("Connected");
  await rowOf(page, lamp.name).getByRole("button", { name: "Turn On" }).click();
  await expect(rowOf(page, lamp.name).getByRole("button", { name: "Turn Off" })).toBeVisible();
});

test("a key deleted elsewhere is noticed: the next one is used, or its absence is shown [F356]", async ({
  page,
  account,
}) => {
  const first = await account.newKey();
  await signIn(page, account, "/dashboard/devices");
  await expect(connection(page)).toContainText("Connected");
  const second = await account.newKey();
  const again = page.waitForEvent("websocket");
  await account.call("DELETE", `/v0/api-keys/${first.id}/`);
  await again;
  await expect(connection(page)).toHaveText("Broker: Connected");
  await account.call("DELETE", `/v0/api-keys/${second.id}/`);
  await expect(page.getByText("Before creating a device, please create a new API key.")).toBeVisible();
  await expect(connection(page)).toContainText("Broker: Not connected");
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
});

test("the number of devices follows the server's limit: ten, fifty, or unlimited", async ({
  page,
  account,
}) => {
  await signIn(page, account, "/dashboard/devices");
  await expect(page.getByText("Before creating a device, please create a new API key.")).toBeVisible();
  await expect(page.getByRole("button", { name: "New", exact: true })).toHaveCount(0);
  await account.newKey();
  for (let count = 1; count <= 9; count += 1) await account.newDevice(`Lamp ${count}`);
  await page.reload();
  await page.getByRole("button", { name: "New", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading")).toHaveText("Add New Device");
  await dialog.getByLabel("Device Name").fill("Lamp 10");
  await dialog.getByRole("button", { name: "Add Device" }).click();
  await expect(rowOf(page, "Lamp 10")).toBeVisible();

  await page.getByRole("button", { name: "New", exact: true }).click();
  await expect(dialog.getByRole("heading")).toHaveText("You can have 10 devices registered max.");
  await expect(dialog.getByLabel("Device Name")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await allowDevices(account, 50);
  await page.reload();
  await expect(page.getByText("A maximum of 50 devices can be created in this version.")).toBeVisible();
  await page.getByRole("button", { name: "New", exact: true }).click();
  await expect(dialog.getByLabel("Device Name")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await allowDevices(account, 0);
  await page.reload();
  await expect(rowOf(page, "Lamp 10")).toBeVisible();
  await expect(page.getByText("About Device Limits")).toHaveCount(0);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await expect(dialog.getByRole("heading")).toHaveText("Add New Device");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await unfold(rowOf(page, "Lamp 10"));
  await rowOf(page, "Lamp 10").getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Confirm Deletion" });
  await expect(question).toContainText("Are you sure you want to delete this device?");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(page, "Lamp 10")).toHaveCount(0);
  await goTo(page, "Dashboard");
  await expect(page.getByText("Lamp 1", { exact: true })).toBeVisible();
});
