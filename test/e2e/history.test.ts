/** The history of messages: what a day would cost before anything is kept, and then what is kept. */

import { expect, signIn, test } from "./journey.ts";

test("says what a day costs before messages are kept, without what was retained before", async ({
  page,
  account,
}) => {
  await account.newKey();
  const publish = (topic: string, query = "") =>
    account.call("POST", `/v0/messages/${topic}?qos=1${query}`, { soil: 41 });
  await page.clock.install();
  for (const n of [1, 2, 3]) await publish(`greenhouse/${n}`, "&retain=true");
  await signIn(page, account, "/dashboard/mqtt/channels");
  await page.getByRole("button", { name: "Keep Messages" }).click();
  const cost = page.getByRole("region", { name: "What a day would cost" });
  await expect(cost).toContainText("Name topics to see it.");
  await page.getByRole("textbox", { name: "Topics" }).fill("greenhouse/#");
  await expect(cost).toContainText(/^What a day would costNo message in/);
  await publish("greenhouse/1");
  await publish("greenhouse/2");
  await publish("kitchen/1");
  await expect(cost).toContainText(/2 messages in [\d]+ s\. The amounts follow/);
  await page.clock.fastForward(120_000);
  await expect(cost).toContainText("Computed from 2 messages in 2 min");
  await expect(cost).toContainText(/Messagesabout 1,[34]00/);
  await expect(cost).toContainText(/Storedabout [\d.]+ [kMG]?B/);
  await page.getByRole("textbox", { name: "Topics" }).fill("kitchen/#");
  await expect(cost).toContainText(/No message in/);
  await publish("kitchen/1");
  await expect(cost).toContainText("1 message in");
  await page.getByRole("button", { name: "Save History" }).click();
  await expect(page.getByText("History saved.")).toBeVisible();
  await publish("kitchen/1");
  await page.reload();
  await expect(page.getByText(/^1 message, \d+ B$/)).toBeVisible();
});
