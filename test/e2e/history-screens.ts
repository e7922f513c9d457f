/** The history of messages on the channels' screen: off, with a limit that kept messages out, and its form. */

import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";
import type { Screen } from "./screen.ts";
import { press } from "./screen-setup.ts";

const channels = { path: "/dashboard/mqtt/channels", signedIn: true, heading: "MQTT Channels" };

const SETTINGS = {
  profile: "full",
  home_assistant: false,
  history: [
    { filter: "greenhouse/+/soil/moisture/percent", days: 30 },
    { filter: "home/#", days: 1 },
  ],
  history_kept: {
    messages: 86_400,
    bytes: 3_755_418,
    oldest_at: "2026-11-01T08:00:00.000Z",
    hour_messages: 3600,
    hour_bytes: 156_475,
    rows_today: 4821,
    missed_today: 1204,
  },
};

const prepare = (page: Page) =>
  page.route("**/v0/mqtt/settings/", (route) => route.fulfill({ json: SETTINGS }));

const form = (button: string) => async (page: Page) => {
  await press(page, button);
  await expect(page.getByRole("dialog").getByRole("button", { name: "Save History" })).toBeVisible();
};

/** The form with topics, and with messages that it has counted. */
async function countMessages(page: Page): Promise<void> {
  await page.clock.install();
  await form("Keep Messages")(page);
  await page.getByRole("textbox", { name: "Topics" }).fill("screens/#");
  const cost = page.getByRole("region", { name: "What a day would cost" });
  await expect(cost).toContainText("No message in");
  await page.evaluate(async () => {
    const headers = { authorization: `Token ${localStorage.auth_token}` };
    for (const body of ["21.5", "21.6"])
      await fetch("/v0/messages/screens/soil?qos=1", { method: "POST", headers, body });
  });
  await expect(cost).toContainText("2 messages in");
  await page.clock.fastForward(100_000);
  await expect(cost).toContainText("Computed from 2 messages");
}

export const HISTORY_SCREENS: Screen[] = [
  { name: "history-off", ...channels, open: countMessages, partOf: "history-form" },
  { name: "history", ...channels, prepare },
  { name: "history-form", ...channels, prepare, open: form("Change History") },
];
