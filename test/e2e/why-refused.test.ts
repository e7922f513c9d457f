/** A refusal says why, and is mended where it stands; a client can be seen and sent away. */

import type { Page } from "@playwright/test";
import mqtt, { type MqttClient } from "mqtt";
import { baseUrl, expect, test } from "./journey.ts";
import { goTo, register } from "./steps.ts";

/** Registers with everything that the first steps make. Answers the account's id and its credential's password. */
async function settled(page: Page): Promise<{ userId: string; password: string }> {
  await register(page);
  const made = page.waitForResponse(
    (response) => response.url().endsWith("/v0/mqtt/credentials/") && response.request().method() === "POST",
  );
  await page.getByRole("button", { name: "Do the first four for me" }).click();
  const { password } = (await (await made).json()) as { password: string };
  const userId = await page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "{}").id as string);
  await expect(page.getByRole("link", { name: "Try a virtual device" })).toBeVisible();
  return { userId, password };
}

const connect = (userId: string, password: string): Promise<MqttClient> =>
  mqtt.connectAsync(`${baseUrl().replace(/^http/, "ws")}/mqtt/${userId}`, {
    protocolVersion: 5,
    clientId: "workbench",
    username: "lamp",
    password,
    reconnectPeriod: 0,
  });

test("a refused publish is explained, and passes on the same connection once it is mended", async ({
  page,
}) => {
  const { userId, password } = await settled(page);
  const client = await connect(userId, password);
  try {
    const topic = `${userId}/garden/pump`;
    await expect(client.publishAsync(topic, "1", { qos: 1 })).rejects.toThrow(/not authorized/i);
    await goTo(page, "Refusals");
    const row = page.getByRole("row").filter({ hasText: "garden/pump" });
    await expect(row).toContainText("Publish");
    await row.getByRole("button", { name: "Let Lamp use garden/pump" }).click();
    await expect(row).toContainText("Allowed now");
    await client.publishAsync(topic, "1", { qos: 1 });
    expect(client.connected).toBe(true);
  } finally {
    await client.endAsync(true);
  }
});

test("a wrong password is named as what it is", async ({ page }) => {
  const { userId } = await settled(page);
  await expect(connect(userId, "wrong")).rejects.toThrow(/bad user ?name or password/i);
  await goTo(page, "Refusals");
  const row = page.getByRole("row").filter({ hasText: "workbench" });
  await expect(row).toContainText("Connect");
  await expect(row).toContainText(/password/i);
});

test("a client is seen while it is connected, and can be sent away", async ({ page }) => {
  const { userId, password } = await settled(page);
  const client = await connect(userId, password);
  const gone = new Promise((resolve) => client.once("close", () => resolve(true)));
  try {
    await client.subscribeAsync(`${userId}/home/lamp`);
    await goTo(page, "Clients");
    const row = page
      .getByRole("table", { name: "Clients" })
      .getByRole("row")
      .filter({ hasText: "workbench" });
    await expect(row).toContainText("home/lamp");
    await row.getByRole("button", { name: "Disconnect" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
    await expect(row).toHaveCount(0);
    expect(await gone).toBe(true);
  } finally {
    await client.endAsync(true);
  }
});
