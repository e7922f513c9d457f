/**
 * The tree of topics: a newcomer finds the retained announcement of a device that no longer exists, sees who wrote it,
 * deletes it and undoes that; a branch; live messages; names that are markup.
 */

import type { Locator, Page } from "@playwright/test";
import mqtt from "mqtt";
import { type Account, PASSWORD } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import { until } from "../support/until.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";

const ANNOUNCED = "homeassistant/switch/plug7/config";
const ANNOUNCEMENT = {
  name: "Kitchen plug",
  unique_id: "plug7",
  command_topic: "tasmota/plug7/cmnd/POWER",
  device: { identifiers: ["plug7"], name: "Kitchen plug" },
};

/** Publishes retained messages with a credential of its own. */
async function publishAs(account: Account, name: string, messages: readonly (readonly [string, string])[]) {
  const body = { name, username: name, password: PASSWORD, channels: [], view: "root" };
  const { id } = await account.call<{ id: string }>("POST", "/v0/mqtt/credentials/", body);
  const login = { clientId: name, username: name, password: PASSWORD, protocolVersion: 5 } as const;
  const client = await mqtt.connectAsync(brokerUrl(baseUrl(), account.userId), login);
  for (const [topic, payload] of messages)
    await client.publishAsync(topic, payload, { qos: 1, retain: true });
  await client.endAsync();
  return { id };
}

const retainedOn = async (account: Account, filter: string): Promise<number> =>
  (await account.call<unknown[]>("GET", `/v0/messages/?limit=1000&filter=${encodeURIComponent(filter)}`))
    .length;

const publish = (account: Account, topic: string, body: unknown, query = "") =>
  account.call("POST", `/v0/messages/${topic}${query}`, body);

const row = (page: Page, name: string | RegExp) => page.getByRole("treeitem", { name });

test("a newcomer finds a stale announcement, sees who wrote it, deletes it, and undoes that", async ({
  page,
  account,
}) => {
  const { id } = await publishAs(account, "kitchen", [
    [ANNOUNCED, JSON.stringify(ANNOUNCEMENT)],
    ["home/porch/light", "on"],
  ]);
  await account.call("DELETE", `/v0/mqtt/credentials/${id}/`);
  await signIn(page, account, "/dashboard");
  await page.getByRole("navigation").getByRole("link", { name: "Topics" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Topics" })).toBeVisible();
  // one press opens the levels of which each has only one
  await row(page, /^homeassistant/).click();
  await page.getByRole("tree").focus();
  await page.keyboard.press("ArrowRight");
  await row(page, /^config/).click();
  await expect(page).toHaveURL(/topic=homeassistant/);
  await expect(page.getByText("credential kitchen, deleted")).toBeVisible();
  await expect(page.getByText('"Kitchen plug"').first()).toBeVisible();

  const remove = async () => {
    await page.getByRole("button", { name: "Delete message" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(row(page, /^config/)).toHaveCount(0);
  };
  await remove();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, /^config/)).toBeVisible();
  expect(await retainedOn(account, ANNOUNCED)).toBe(1);

  await remove();
  await page.getByRole("button", { name: "Delete now" }).click();
  await expect(page.getByText("1 message deleted.")).toBeVisible();
  expect(await retainedOn(account, ANNOUNCED)).toBe(0);
  await expect(row(page, /^homeassistant/)).toHaveCount(0);
  await expect(row(page, /^home/)).toBeVisible();
});

/** What the row that the tree names must have. The tree may name another one by the time of a look. */
function activeRow(page: Page) {
  const expectActive = (check: (row: Locator) => Promise<void>) =>
    expect(async () => {
      const id = await page.getByRole("tree").getAttribute("aria-activedescendant");
      await check(page.locator(`[id="${id}"]`));
    }).toPass();
  return {
    hasName: (name: RegExp) =>
      expectActive((active) => expect(active).toHaveAccessibleName(name, { timeout: 1000 })),
    has: (attribute: string, value: string) =>
      expectActive((active) => expect(active).toHaveAttribute(attribute, value, { timeout: 1000 })),
  };
}

test("by keys alone: search, open, choose, and delete a branch of hundreds while it is written", async ({
  page,
  account,
}) => {
  const old = Array.from({ length: 450 }, (_, at) => [`old/${at % 9}/${at}`, "x"] as const);
  await publishAs(account, "filler", [...old, ["other/a", "1"], ["other/b", "2"]]);
  await signIn(page, account, "/dashboard/mqtt/topics");
  const tree = page.getByRole("tree");
  await expect(page.getByText("452 topics", { exact: true })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search topics" }).focus();
  await page.keyboard.type("other");
  await expect(page.getByText("2 of 452 topics")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(tree).toBeFocused();
  const { hasName, has } = activeRow(page);
  await page.keyboard.press("End");
  await hasName(/^b/);
  await has("aria-level", "2");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "other/b" })).toBeVisible();

  await page.getByRole("searchbox", { name: "Search topics" }).fill("");
  await tree.focus();
  await page.keyboard.press("o");
  await page.keyboard.press("Home");
  await hasName(/^old/);
  await has("aria-expanded", "false");
  await page.keyboard.press("ArrowRight");
  await has("aria-expanded", "true");
  await page.keyboard.press("ArrowRight");
  await has("aria-posinset", "1");
  await has("aria-setsize", "9");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press(" ");
  await expect(page.getByRole("button", { name: "Delete branch (450)" })).toBeVisible();
  await page.keyboard.press("Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
  await expect(page.getByText("2 topics", { exact: true })).toBeVisible();
  await publish(account, "old/new", "again", "?retain=true");
  await page.getByRole("button", { name: "Delete now" }).press("Enter");
  await expect(page.getByText("451 messages deleted.")).toBeVisible();
  await until("the branch is gone", async () => (await retainedOn(account, "old/#")) === 0);
});

test("live messages have a count, a rate and a last message, and pause while the page is hidden", async ({
  page,
  account,
}) => {
  const history = [{ filter: "lab/#", days: 1 }];
  await account.call("PUT", "/v0/mqtt/settings/", { profile: "full", history });
  await signIn(page, account, "/dashboard/mqtt/topics");
  await expect(page.getByText(/No retained messages yet/)).toBeVisible();
  await page.getByRole("button", { name: "Live" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
  await publish(account, "lab/light", "on", "?retain=true");
  await expect(page.getByText("1 message", { exact: true })).toBeVisible();
  for (const value of [1, 2, 3]) await publish(account, "lab/scale", { value });
  await expect(page.getByText("4 messages", { exact: true })).toBeVisible();
  await row(page, /^lab/).click();
  await page.getByRole("tree").focus();
  await page.keyboard.press("ArrowRight");
  await expect(row(page, /^light/)).toContainText("1×");
  await row(page, /^scale/).click();
  await expect(row(page, /^scale/)).toContainText('{"value":3}');
  await expect(row(page, /^scale/)).toContainText("3×");
  await expect(page.getByText("Nothing is retained on this topic.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "QoS" })).toHaveCount(3);

  await page.getByText("Earlier messages").click();
  await expect(page.getByText('{"value":2}')).toHaveCount(2);

  const beVisible = (state: "hidden" | "visible") =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, value: visibility });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await beVisible("hidden");
  await expect(page.getByText("Paused while hidden")).toBeVisible();
  await publish(account, "lab/scale", { value: 4 });
  await beVisible("visible");
  await expect(page.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
  await publish(account, "lab/scale", { value: 5 });
  await expect(row(page, /^scale/)).toContainText("4×");

  await page.getByText("Publish", { exact: true }).click();
  await page.getByLabel("Payload").fill("it's on");
  await page.getByRole("checkbox", { name: "Retain" }).check();
  await expect(page.getByRole("region", { name: "mosquitto_pub command" })).toContainText(
    String.raw`-m 'it'\''s on'`,
  );
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText(/^Published to \d+ readers?\.$/)).toBeVisible();
  await expect(page.getByText("you, on this page or another one").first()).toBeVisible();
});

test("on a phone a topic takes the place of the tree, and a step back shows the tree again", async ({
  page,
  account,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await publishAs(account, "kitchen", [
    ["a//<img src=x onerror=alert(1)>", "<script>alert(1)</script>"],
    ["$mine/x", "1"],
  ]);
  await signIn(page, account, "/dashboard/mqtt/topics?topic=a//<img%20src=x%20onerror=alert(1)>");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("a//<img src=x onerror=alert(1)>");
  await expect(page.getByRole("region", { name: "Content" })).toContainText("<script>alert(1)</script>");
  await expect(page.getByRole("tree")).toBeHidden();
  await page.getByRole("button", { name: "Back to the topics" }).click();
  await expect(page.getByRole("tree")).toBeFocused();
  await expect(row(page, /empty level/)).toBeVisible();
  await row(page, /^\$mine/).click();
  await expect(page.getByRole("tree")).toBeHidden();
  await page.goBack();
  await expect(row(page, /^\$mine/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
