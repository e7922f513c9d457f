/** The testing tool with both kinds of connection and with refusals. */

import type { Page } from "@playwright/test";
import type { Account } from "../support/account.ts";
import { expect, signIn, test } from "./journey.ts";

async function open(page: Page, account: Account): Promise<void> {
  await signIn(page, account, "/dashboard/mqtt/channels");
  await page.getByRole("button", { name: "Open Testing Tool" }).click();
}

const tool = (page: Page) => page.getByRole("region", { name: "Testing Tool" });
const log = (page: Page) => page.getByRole("log");
const connect = (page: Page) => tool(page).getByRole("button", { name: "Connect", exact: true }).click();
const publish = (page: Page) => tool(page).getByRole("button", { name: "Publish", exact: true }).click();

const chooseCredential = (page: Page) =>
  tool(page)
    .getByRole("radio", { name: /^Credential/ })
    .check();

async function subscribe(page: Page, filter: string): Promise<void> {
  await tool(page).getByLabel("Topic to subscribe to").fill(filter);
  await tool(page).getByRole("button", { name: "Subscribe", exact: true }).click();
}

test("the API key may use every topic", async ({ page, account }) => {
  await open(page, account);
  await connect(page);
  await expect(tool(page).getByText('Please create an API Key from "Profile" section')).toBeVisible();

  await account.newKey();
  await page.reload();
  await page.getByRole("button", { name: "Open Testing Tool" }).click();
  await connect(page);
  await expect(tool(page).getByRole("status").first()).toHaveText("Connected");

  const topic = tool(page).getByLabel("Topic to publish to");
  await topic.fill("home/+/li ght#");
  await expect(topic).toHaveValue("home//light");
  await topic.fill("home/porch/light");
  await expect(tool(page).getByText("Topic doesn't match.")).toBeVisible();
  await subscribe(page, "home/+/light");
  await expect(tool(page).getByRole("list", { name: "Subscribed topics" })).toContainText("home/+/light");
  await expect(tool(page).getByText("Topic doesn't match.")).toBeHidden();

  const payload = tool(page).getByLabel("Payload", { exact: true });
  await payload.fill("{broken");
  await publish(page);
  await expect(tool(page).getByText("Invalid JSON format")).toBeVisible();
  await payload.fill('{"level":7}');
  await publish(page);
  await expect(log(page).getByText('"level": 7')).toHaveCount(2);
  await expect(log(page)).toContainText("Received");

  await tool(page).getByLabel("Filter messages").fill("published");
  await expect(log(page).getByText('"level": 7')).toHaveCount(1);
  await tool(page).getByRole("button", { name: "Disconnect" }).click();
  await expect(log(page)).toContainText("No messages");
  await expect(tool(page).getByRole("status").first()).toHaveText("Disconnected");
});

test("a credential may use its channels only, and as a device also receives its control topic", async ({
  page,
  account,
}) => {
  await account.newKey();
  await account.newCredential("bench", [await account.newChannel("workshop/lamp")]);
  const lamp = await account.newDevice("Desk lamp");
  await open(page, account);
  await chooseCredential(page);
  await connect(page);
  await expect(tool(page).getByText("Please select valid credentials")).toBeVisible();
  await tool(page).getByRole("combobox", { name: "Credential" }).selectOption({ index: 1 });
  await connect(page);
  await expect(tool(page).getByRole("list", { name: "Subscribed topics" })).toContainText("workshop/lamp");

  await subscribe(page, "secret/thing");
  await expect(tool(page).getByText('"secret/thing" was unauthorized').first()).toBeVisible();
  await publish(page);
  await expect(log(page)).toContainText("Received");

  // Granted, because it can match the credential's own topic; the broker filters the deliveries.
  await subscribe(page, "workshop/#");
  await expect(tool(page).getByRole("list", { name: "Subscribed topics" })).toContainText("workshop/#");
  await tool(page).getByLabel("Topic to publish to").fill("workshop/door");
  await tool(page).getByLabel("QoS").last().selectOption("1");
  await publish(page);
  await expect(tool(page).getByRole("alert")).toContainText("Publishing failed");
  await expect(tool(page).getByRole("status").first()).toHaveText("Disconnected");
  await expect(log(page)).toContainText("No messages");

  await chooseCredential(page);
  await tool(page).getByRole("combobox", { name: "Credential" }).selectOption({ index: 1 });
  await tool(page).getByRole("combobox", { name: "Device" }).selectOption("Desk lamp");
  await connect(page);
  await expect(tool(page).getByRole("list", { name: "Subscribed topics" })).toContainText(
    `devices/${lamp.id}/control`,
  );
  await account.untilEvent(lamp.id, "connected");
  await account.switchDevice(lamp, "on");
  await expect(log(page)).toContainText('"state": "on"');
  await page.getByRole("button", { name: "Close Testing Tool" }).click();
  await account.untilEvent(lamp.id, "disconnected");
});
