/** The focus is never lost: a removed element passes it on, and every screen begins at its heading. */

import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./journey.ts";
import { fillRegistration, goTo, logOut } from "./steps.ts";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();

const focus = (page: Page) => page.locator(":focus");
const heard = (page: Page, text: string | RegExp) =>
  expect(page.locator("[role=status][aria-live=polite]").getByText(text, { exact: true })).toBeAttached();
const headingFocused = (page: Page, name: string) =>
  expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeFocused();

async function enter(page: Page): Promise<void> {
  await page.goto("/");
  // Before hydration it works, too, by loading another page.
  await page.waitForLoadState("networkidle");
  await page.getByRole("link", { name: "Docs", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goto("/register");
  await fillRegistration(page);
  await press(page, "Register");
  await expect(page).toHaveURL(/\/dashboard$/);
  await headingFocused(page, "Dashboard");
}

async function takeFirstSteps(page: Page): Promise<void> {
  await press(page, "Dismiss");
  await expect(focus(page)).toHaveCount(1);
  await press(page, "Do the first four for me");
  await expect(page.getByRole("heading", { name: "Next: connect your device" })).toBeFocused();
  await heard(page, "The first four steps are done.");
  await press(page, "Put the lamp on your phone");
  await expect(page.getByRole("img", { name: "The link as a QR code" })).toBeVisible();
  await heard(page, "Phone link made.");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Put the lamp on your phone" })).toBeFocused();
  await page.getByRole("link", { name: "Connect my own" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(focus(page)).toHaveCount(1);
}

async function editChannels(page: Page): Promise<void> {
  await goTo(page, "Channels");
  await headingFocused(page, "MQTT Channels");
  await page
    .getByRole("button", { name: /^Delete / })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No MQTT channels found.")).toBeVisible();
  await heard(page, /will be deleted in ten seconds/);
  await expect(focus(page)).toHaveCount(1);
  await press(page, "Add Channel");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Add Channel" })).toBeFocused();
}

async function tryTool(page: Page): Promise<void> {
  await press(page, "Open Testing Tool");
  await press(page, "Connect");
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeVisible();
  const heading = page.getByRole("heading", { name: "Testing Tool" });
  await expect(heading).toBeFocused();
  await press(page, "Disconnect");
  await expect(page.getByRole("button", { name: "Connect", exact: true })).toBeVisible();
  await expect(heading).toBeFocused();
}

test("the focus never falls to the body between registration and logout [F390]", async ({ page }) => {
  await enter(page);
  await takeFirstSteps(page);
  await editChannels(page);
  await tryTool(page);

  await page.getByRole("banner").locator("[aria-haspopup=menu]").click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("banner").locator("[aria-haspopup=menu]")).toBeFocused();
  for (const [entry, heading] of [
    ["Devices", "Devices"],
    ["Events", "Events"],
    ["Credentials", "MQTT Credentials"],
  ] as const) {
    await goTo(page, entry);
    await headingFocused(page, heading);
  }
  await page.goto("/dashboard/devices/00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("heading", { level: 1, name: "No such device" })).toBeVisible();
  await logOut(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("after a deletion the focus is at the heading of its list, in view", async ({ page, account }) => {
  await account.newKey();
  const { id } = await account.newDevice("Lamp");
  await account.call("POST", "/v0/guests/", { name: "Anna", devices: [id], may: "see" });
  await signIn(page, account, "/dashboard/profile?tab=keys");
  await page.getByRole("button", { name: "Delete Anna" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  const heading = page.getByRole("heading", { level: 2, name: "Guests" });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
});
