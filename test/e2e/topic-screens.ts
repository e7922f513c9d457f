/** The screen of topics: as a tree, with a message beside it, with live messages. */

import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";
import type { Screen } from "./screen.ts";

const topics = { path: "/dashboard/mqtt/topics", signedIn: true, heading: "Topics" };
const ANNOUNCED = "homeassistant/switch/plug7/config";

const MESSAGES = [
  [ANNOUNCED, JSON.stringify({ name: "Plug", unique_id: "plug7", device: { identifiers: ["plug7"] } })],
  ["home/kitchen/temperature", "21.5"],
  ["home/porch//light", "on"],
  ["<b>home</b>/x", "<script>alert(1)</script>"],
] as const;

/** The same messages for each width: publishing again changes nothing that is shown. */
async function retain(page: Page): Promise<void> {
  await page.evaluate(async (messages) => {
    for (const [topic, body] of messages) {
      const path = topic.split("/").map(encodeURIComponent).join("/");
      const headers = { authorization: `Token ${localStorage.auth_token}` };
      await fetch(`/v0/messages/${path}?retain=true`, { method: "POST", headers, body });
    }
  }, MESSAGES);
}

async function openAll(page: Page): Promise<void> {
  await page.getByRole("tree").focus();
  await page.keyboard.press("*");
  await expect(page.getByRole("treeitem", { name: /^config/ })).toBeVisible();
}

async function goLive(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Live" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
  await retain(page);
  await expect(page.getByText(/^\d+ messages?$/)).not.toHaveText("0 messages");
}

async function openPublish(page: Page): Promise<void> {
  await page.getByText("Publish", { exact: true }).click();
  await expect(page.getByText("mosquitto_pub command")).toBeVisible();
}

export const TOPIC_SCREENS: Screen[] = [
  { name: "topics", ...topics, prepare: retain, open: openAll },
  { name: "topics-live", ...topics, prepare: retain, open: goLive },
  { name: "topic", ...topics, path: `${topics.path}?topic=${ANNOUNCED}`, prepare: retain, open: openPublish },
];
