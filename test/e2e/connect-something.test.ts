/** A program is connected without a word of MQTT, its password changes, and it is taken back. */

import type { Page } from "@playwright/test";
import mqtt, { type MqttClient } from "mqtt";
import { expect, signIn, test } from "./journey.ts";
import { rowOf } from "./steps.ts";

const dialog = (page: Page) => page.getByRole("dialog");

async function typedOff(page: Page): Promise<Record<string, string>> {
  const card = dialog(page).getByRole("region", { name: /^What to type into/ });
  const [labels, values] = await Promise.all([
    card.locator("dt").allInnerTexts(),
    card.locator("dd.font-mono").allInnerTexts(),
  ]);
  return Object.fromEntries(labels.map((label, at) => [label, values[at] ?? ""]));
}

const connect = (
  clientId: string,
  { Host, Port, User, Password }: Record<string, string>,
): Promise<MqttClient> =>
  mqtt.connectAsync(`mqtt://${Host}:${Port}`, {
    protocolVersion: 4,
    clientId,
    username: String(User),
    password: String(Password),
    reconnectPeriod: 0,
  });

test("Tasmota's four values connect it, a new password leaves it connected, and it is taken back", async ({
  page,
  account,
}) => {
  await signIn(page, account, "/dashboard/mqtt/credentials");
  await page.getByRole("button", { name: "Connect something" }).click();
  await dialog(page)
    .getByRole("radio", { name: /^Tasmota/ })
    .check();
  await expect(dialog(page)).toContainText("It may do everything in your account");
  await dialog(page).getByRole("button", { name: "Show me what to type in" }).click();
  await expect(dialog(page).getByText("Waiting for it to connect")).toBeVisible();
  const values = await typedOff(page);
  const plug = await connect("DVES_4F2A91", values);
  try {
    await expect(dialog(page).getByText("Connected", { exact: true })).toBeVisible();
    await dialog(page).getByRole("button", { name: "Done" }).click();
    const row = rowOf(page, "Tasmota");
    await expect(row).toContainText("Everything in your account");
    await expect(row).toContainText("As programs write them");

    await row.getByRole("button", { name: "New password" }).click();
    await dialog(page).getByRole("button", { name: "Make a New Password" }).click();
    const password = await dialog(page).getByLabel("new password", { exact: true }).inputValue();
    expect(password).not.toBe(values.Password);
    await dialog(page).getByRole("button", { name: "Done" }).click();
    await expect(row).toContainText("Old password until");
    expect(plug.connected).toBe(true);
    const second = await connect("DVES_77C0DE", { ...values, Password: password });
    await second.endAsync();

    const gone = new Promise((resolve) => plug.once("close", () => resolve(true)));
    await row.getByRole("button", { name: "Delete" }).click();
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    await expect(row).toHaveCount(0);
    expect(await gone).toBe(true);
  } finally {
    await plug.endAsync(true);
  }
});

test("a name is made where nobody wants to choose one, and rights stand behind one press", async ({
  page,
  account,
}) => {
  await signIn(page, account, "/dashboard/mqtt/credentials");
  await page.getByRole("button", { name: "Add Credential" }).click();
  await dialog(page).getByLabel("Credential Name").fill("Zigbee");
  await dialog(page).getByRole("button", { name: "Make one for me" }).click();
  await dialog(page).getByRole("button", { name: "Generate password" }).click();
  await dialog(page).getByText("More", { exact: true }).click();
  await dialog(page)
    .getByRole("radio", { name: /^As programs write them/ })
    .check();
  await dialog(page).getByRole("button", { name: "Add a Topic" }).click();
  await dialog(page).getByLabel("Topic 1", { exact: true }).fill("zigbee2mqtt/#");
  await dialog(page).getByLabel("Write", { exact: true }).uncheck();
  await dialog(page).getByRole("button", { name: "Add Credential" }).click();
  const row = rowOf(page, "Zigbee");
  await expect(row).toContainText("zigbee2mqtt/# (read only)");
  await expect(row.getByRole("textbox")).toHaveValue(/^[a-z][a-z2-7]{9}$/);
});
