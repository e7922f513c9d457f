/** An assistant or a guest asks to open the gate: the owner sees who and what, and answers; the gate takes it, or not. */

import type { Browser, Page } from "@playwright/test";
import { type Account, newAccount } from "../support/account.ts";
import { startProductProcess } from "../support/product-process.ts";
import { until } from "../support/until.ts";
import { assistantOf, gateOf, guestOf, PHONE } from "./asking.ts";
import { expectNoFindings } from "./axe.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";
import { choose, tabTo } from "./keys.ts";

test.use({ viewport: PHONE });

const ASKS = /^Token .Assistant. asks to turn .*Gate.* on/;
const barOf = (page: Page) => page.getByRole("region", { name: "Waits for your answer" });
const isConnected = (page: Page) =>
  expect(page.getByRole("status").filter({ hasText: "Broker: Connected" }).first()).toBeAttached();

async function askByCheckbox(page: Page, id: string): Promise<void> {
  await page.goto(`/dashboard/devices/${id}?tab=settings`);
  const choice = page.getByRole("checkbox", { name: "a program or an assistant with a token" });
  await choice.focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
}

/** A computer of the owner's, beside the phone. */
async function computerOf(browser: Browser, account: Account, url = baseUrl()): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL: url, viewport, locale: "en-US" });
  const page = await context.newPage();
  await signIn(page, account, "/dashboard");
  return page;
}

test("the owner's phone shows who asks for what on any screen; one order is allowed by keyboard, another denied under the bell", async ({
  page,
  account,
}) => {
  const gate = await gateOf(account);
  const assistant = await assistantOf(account, gate);
  try {
    await signIn(page, account);
    await askByCheckbox(page, gate.id);
    await page.goto("/dashboard/schedules");
    await isConnected(page);
    const first = await assistant.order("on");
    expect(await assistant.status(first)).toMatchObject({ state: "waiting" });
    // without a reload
    await expect(barOf(page)).toContainText(ASKS);
    expect(gate.taken()).toEqual([]);
    await expectNoFindings(page);
    await tabTo(page, "button", /^Allow: /);
    await page.keyboard.press("Enter");
    await until("the gate", () => gate.taken().includes("on"));
    await until("the proof", async () => (await assistant.status(first)).result === "taken");
    await expect(barOf(page)).toHaveCount(0);
    await expect(page.locator("main h1")).toBeFocused();
    await expect(page.getByText(/^Allowed\. /)).toBeVisible();

    const second = await assistant.order("off");
    await expect(page.getByRole("button", { name: "Notices, 1 unread" })).toBeVisible();
    await page.getByRole("button", { name: "Notices, 1 unread" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Deny: / })
      .click();
    await until("the answer", async () => (await assistant.status(second)).state === "denied");
    await expect(page.getByText(/^Denied\. Nothing was sent\. Answered in /)).toBeVisible();
    expect(gate.taken()).toEqual(["on"]);
    await page.goto(`/dashboard/devices/${gate.id}?tab=events`);
    await expect(page.getByText(/^a program, allowed in /)).toBeVisible();
  } finally {
    await assistant.close();
    await gate.device.kill();
  }
});

/** Presses Allow in one browser and Deny in the other; each answer leaves when both were pressed. */
async function answerAtOnce(one: Page, other: Page): Promise<void> {
  let pressed = 0;
  for (const page of [one, other])
    await page.route("**/v0/approvals/*/", async (route) => {
      pressed += 1;
      await until("both answers", () => pressed === 2);
      await route.continue();
    });
  await barOf(one)
    .getByRole("button", { name: /^Allow: / })
    .click();
  await barOf(other)
    .getByRole("button", { name: /^Deny: / })
    .click();
}

test("of two browsers that answer at once one counts, and the other reads the answer", async ({
  page,
  browser,
  account,
}) => {
  const gate = await gateOf(account);
  const assistant = await assistantOf(account, gate);
  await gate.askFirst(["token"]);
  const computer = await computerOf(browser, account);
  try {
    await signIn(page, account, "/dashboard");
    const order = await assistant.order("on");
    await expect(barOf(page)).toContainText(ASKS);
    await expect(barOf(computer)).toContainText(ASKS);
    await answerAtOnce(page, computer);
    await until("the answer", async () => (await assistant.status(order)).state !== "waiting");
    const { state } = await assistant.status(order);
    const outcome = state === "allowed" ? /^Allowed\. / : /^Denied\. Nothing was sent\. Answered in /;
    for (const each of [page, computer]) {
      await expect(each.getByText(outcome)).toBeVisible();
      await expect(barOf(each)).toHaveCount(0);
    }
    await until("the gate", () => gate.taken().length === (state === "allowed" ? 1 : 0));
  } finally {
    await Promise.all([computer.context().close(), assistant.close()]);
    await gate.device.kill();
  }
});

test("of two orders the bar has the first, and leads to the other on the watches screen", async ({
  page,
  browser,
  account,
}) => {
  const gate = await gateOf(account);
  const assistant = await assistantOf(account, gate);
  await gate.askFirst(["token", "guest"]);
  const guest = await guestOf(browser, account, gate);
  try {
    await signIn(page, account, "/dashboard");
    await assistant.order("off");
    await guest.getByRole("button", { name: "Turn On Gate" }).click();
    await expect(barOf(page)).toContainText("and 1 more");
    await expectNoFindings(page);
    await choose(page, "link", "and 1 more");
    await expect(page.getByRole("heading", { level: 1, name: "Watches" })).toBeVisible();
    await expect(page.locator("main").getByRole("button", { name: /^Deny: Guest .Ann./ })).toBeVisible();
  } finally {
    await Promise.all([guest.context().close(), assistant.close()]);
    await gate.device.kill();
  }
});

test("a guest's page says that the owner was asked, and what came of it: taken, or denied", async ({
  page,
  browser,
  account,
}) => {
  const gate = await gateOf(account);
  await gate.askFirst(["guest"]);
  const guest = await guestOf(browser, account, gate);
  try {
    await signIn(page, account, "/dashboard");
    await tabTo(guest, "button", "Turn On Gate");
    await guest.keyboard.press("Space");
    await expect(guest.getByText("The owner was asked. The command waits for the answer.")).toBeVisible();
    await expect(barOf(page)).toContainText(/^Guest .Ann. asks to turn .*Gate.* on/);
    expect(gate.taken()).toEqual([]);
    await expectNoFindings(guest);
    await barOf(page)
      .getByRole("button", { name: /^Allow: / })
      .click();
    await expect(guest.getByText(/The owner allowed it\..*Taken by the device/)).toBeVisible();
    expect(gate.taken()).toEqual(["on"]);

    await guest.getByRole("button", { name: "Turn Off Gate" }).click();
    await barOf(page)
      .getByRole("button", { name: /^Deny: / })
      .click();
    await expect(guest.getByText(/The owner denied it\./)).toBeVisible();
    await expect(guest.getByRole("button", { name: "Turn Off Gate" })).toBeVisible();
    expect(gate.taken()).toEqual(["on"]);
    await expectNoFindings(guest);
  } finally {
    await guest.context().close();
    await gate.device.kill();
  }
});

test("an order that nobody answers ends: the bar goes, the assistant and the guest read it, and the gate gets nothing", async ({
  browser,
}) => {
  const product = await startProductProcess({ variables: ["APPROVAL_TTL:5"], tcpPort: 0 });
  try {
    const account = await newAccount(product.url);
    const gate = await gateOf(account, product.url);
    await gate.askFirst(["token", "guest"]);
    const assistant = await assistantOf(account, gate, product.url);
    const computer = await computerOf(browser, account, product.url);
    const guest = await guestOf(browser, account, gate, product.url);
    await isConnected(computer);
    const order = await assistant.order("on");
    await guest.getByRole("button", { name: "Turn On Gate" }).click();
    await expect(barOf(computer)).toBeVisible();
    await until("its end", async () => (await assistant.status(order)).state === "ended");
    await expect(guest.getByText(/The owner did not answer\./)).toBeVisible();
    await expect(barOf(computer)).toHaveCount(0);
    await computer.goto("/dashboard/watches");
    await expect(computer.getByText("Ended without an answer. Nothing was sent.")).toHaveCount(2);
    expect(gate.taken()).toEqual([]);
    await Promise.all([computer.context().close(), guest.context().close(), assistant.close()]);
    await gate.device.kill();
  } finally {
    await product.stop();
  }
});
