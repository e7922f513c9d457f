/** Refusals are explained with a remedy in place; connected clients are listed and can be disconnected. */

import mqtt, { type MqttClient } from "mqtt";
import { type Account, PASSWORD } from "../support/account.ts";
import { baseUrl, expect, test as journey, signIn } from "./journey.ts";
import { goTo } from "./steps.ts";

/** Signed in, with a credential that has one channel. */
const test = journey.extend<{ settled: Account }>({
  settled: async ({ page, account }, use) => {
    await account.newCredential("lamp", [await account.newChannel("home/lamp")]);
    await signIn(page, account, "/dashboard");
    await use(account);
  },
});

const connect = (userId: string, password: string): Promise<MqttClient> =>
  mqtt.connectAsync(`${baseUrl().replace(/^http/, "ws")}/mqtt/${userId}`, {
    protocolVersion: 5,
    clientId: "workbench",
    username: "lamp",
    password,
    reconnectPeriod: 0,
  });

test("a refused publish is explained, and succeeds on the same connection after the remedy", async ({
  page,
  settled: { userId },
}) => {
  const client = await connect(userId, PASSWORD);
  try {
    const topic = `${userId}/garden/pump`;
    await expect(client.publishAsync(topic, "1", { qos: 1 })).rejects.toThrow(/not authorized/i);
    await goTo(page, "Blocked attempts");
    const row = page.getByRole("row").filter({ hasText: "garden/pump" });
    await expect(row).toContainText("Publish");
    await row.getByRole("button", { name: "Let lamp use garden/pump" }).click();
    await expect(row).toContainText("Allowed now");
    await client.publishAsync(topic, "1", { qos: 1 });
    expect(client.connected).toBe(true);
  } finally {
    await client.endAsync(true);
  }
});

test("a wrong password is named", async ({ page, settled: { userId } }) => {
  await expect(connect(userId, "wrong")).rejects.toThrow(/bad user ?name or password/i);
  await goTo(page, "Blocked attempts");
  const row = page.getByRole("row").filter({ hasText: "workbench" });
  await expect(row).toContainText("Connect");
  await expect(row).toContainText(/password/i);
});

test("a connected client is listed, and can be disconnected", async ({ page, settled: { userId } }) => {
  const client = await connect(userId, PASSWORD);
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
