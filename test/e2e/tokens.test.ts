/** A token from the profile to its owner's shell, and its deletion. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./journey.ts";
import { choose, tabTo } from "./keys.ts";

/** Runs the command. Returns the response's body and, on the last line, its status. */
async function inShell(command: string): Promise<string> {
  const options = "-s -w '\n%{http_code}'";
  const run = promisify(execFile);
  return (await run("sh", ["-c", command.replace(/^curl/, `curl ${options}`)])).stdout;
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "New Token" });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("a token form reports missing input; one is created by keyboard, its copied curl works, and fails after the deletion", async ({
  page,
  account,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await account.newKey();
  const lamp = await account.newDevice("Porch lamp");
  await signIn(page, account, "/dashboard/profile?tab=keys");
  await choose(page, "button", "New Token");
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel("Name")).toBeFocused();
  const make = () => dialog.getByRole("button", { name: "Make Token" }).click();
  await make();
  await expect(dialog.getByText("Choose what the token may do.")).toBeVisible();
  await dialog.getByRole("checkbox", { name: /^Read messages/ }).check();
  await make();
  await expect(dialog.getByText("Name a topic.")).toBeVisible();
  await dialog.getByLabel("Topics to read").fill("a/#/b\n");
  await make();
  await expect(dialog.getByText("+ and # stand for whole levels of a filter, # for the last.")).toBeVisible();
  await expect(dialog.getByText("This field may not be blank.")).toBeVisible();
  await dialog.getByRole("checkbox", { name: /^Read messages/ }).uncheck();

  await tabTo(page, "textbox", "Name");
  await page.keyboard.type("Hall button");
  await tabTo(page, "checkbox", "Switch devices on and off devices:switch");
  await page.keyboard.press("Space");
  await tabTo(page, "combobox", "Devices");
  await page.keyboard.type("Only");
  await tabTo(page, "checkbox", "Porch lamp");
  await page.keyboard.press("Space");
  await choose(page, "button", "Make Token");
  await choose(page, "button", "Copy curl command");
  const command = await clipboard(page);
  expect(await inShell(command)).toMatch(/"accepted_at"[\s\S]*\n200$/);
  expect((await account.device(lamp.id)).state).toBe(true);
  await choose(page, "button", "Done");
  await expect(page.getByRole("table", { name: "Tokens" })).toContainText("Switch Porch lamp on and off");

  await choose(page, "button", "Delete");
  await choose(page, "button", "Delete");
  await expect(page.getByText("No tokens yet.")).toBeVisible();
  expect(await inShell(command)).toMatch(/Invalid token[\s\S]*\n401$/);
});
