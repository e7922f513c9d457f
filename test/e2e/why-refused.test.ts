/** Refusals are explained with a remedy in place; connected clients are listed and can be disconnected. */

import mqtt, { type MqttClient } from "mqtt";
import { PASSWORD } from "../support/account.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";
import { goTo } from "./steps.ts";

const connect = (userId: string, password: string): Promise<MqttClient> =>
  mqtt.connectAsync(`${baseUrl().replace(/^http/, "ws")}/mqtt/${userId}`, {
    protocolVersion: 5,
    clientId: "workbench",
    username: "lamp",
    password,
    reconnectPeriod: 0,
  });

test("a wrong password and a refused publish are explained, the remedy helps the same connection, and a client is disconnected", async ({
  page,
  account,
}) => {
  const { userId } = account;
  await account.newCredential("lamp", [await account.newChannel("home/lamp")]);
  await expect(connect(userId, "wrong")).rejects.toThrow(/bad user ?name or password/i);
  const client = await connect(userId, PASSWORD);
  const gone = new Promise((resolve) => client.once("close", () => resolve(true)));
  try {
    const topic = `${userId}/garden/pump`;
    await expect(client.publishAsync(topic, "1", { qos: 1 })).rejects.toThrow(/not authorized/i);
    await client.subscribeAsync(`${userId}/home/lamp`);
    await signIn(page, account, "/dashboard");
    await goTo(page, "Blocked attempts");
    await expect(page.getByRole("row").filter({ hasText: "Connect" })).toContainText(/password/i);
    const row = page.getByRole("row").filter({ hasText: "garden/pump" });
    await expect(row).toContainText("Publish");
    await row.getByRole("button", { name: "Let lamp use garden/pump" }).click();
    await expect(row).toContainText("Allowed now");
    await client.publishAsync(topic, "1", { qos: 1 });
    expect(client.connected).toBe(true);

    await goTo(page, "Clients");
    const clients = page.getByRole("table", { name: "Clients" }).getByRole("row");
    const listed = clients.filter({ hasText: "workbench" });
    await expect(listed).toContainText("home/lamp");
    await listed.getByRole("button", { name: "Disconnect" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
    await expect(listed).toHaveCount(0);
    expect(await gone).toBe(true);
  } finally {
    await client.endAsync(true);
  }
});
