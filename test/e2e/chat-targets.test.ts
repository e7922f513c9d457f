/** A chat is added by keyboard, its test arrives there as words, and a mistake says what to do. */

import { WEBHOOK_PATHS } from "../support/chat/rules.ts";
import { chatServices } from "../support/chat/server.ts";
import { expect, signIn, test } from "./journey.ts";
import { choose, tabTo } from "./keys.ts";

test("a chat is added by keyboard, says hello, and a wrong address names the right service", async ({
  page,
  account,
}) => {
  const services = await chatServices();
  try {
    await signIn(page, account);
    await page.goto("/dashboard/watches");
    await choose(page, "button", "Chat");
    const dialog = page.getByRole("dialog", { name: "Add Chat" });
    await tabTo(page, "textbox", "Webhook address");
    await page.keyboard.type(`https://hooks.slack.com${WEBHOOK_PATHS.slack}`);
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("This is an address of Slack. Choose Slack (format slack).")).toBeVisible();
    await tabTo(page, "combobox", "Service");
    await page.keyboard.type("Slack");
    await tabTo(page, "textbox", "Webhook address");
    await page.keyboard.type(services.url + WEBHOOK_PATHS.slack);
    await page.keyboard.press("Enter");
    await choose(page, "button", "Send Test");
    await expect(dialog.getByRole("status")).toHaveText("It works. Slack took it.");
    expect(services.taken.map(({ text }) => text.split("\n")[1])).toEqual([
      "Hello from Switchyard. The notices of your watches arrive here.",
    ]);
    await choose(page, "button", "Done");
    const row = page.getByRole("listitem").filter({ hasText: "Slack" });
    await expect(row).toContainText("On");
    await expect(row).not.toContainText(WEBHOOK_PATHS.slack);
  } finally {
    await services.close();
  }
});
