/** Dialogs fit long names, and discard no input unasked. */

import type { Page } from "@playwright/test";
import type { Channel } from "../../worker/contract/channels.ts";
import { type Account, newAccount } from "../support/account.ts";
import { baseUrl, expect, test as journey, signIn } from "./journey.ts";
import { unfold } from "./steps.ts";

const NAME = "A name of ninety characters without an end in sight ".repeat(2).slice(0, 90);
/** Of maximum length, without a place to break. */
const UNBROKEN = "Kilometrelongnamewithoutaspace".repeat(3);
const TOPICS = ["x".repeat(45), `greenhouse/${"bench-".repeat(22)}valve`];

/** Of all tests here, none of which changes it. */
const test = journey.extend<object, { furnished: { account: Account; device: string } }>({
  furnished: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern to see which fixtures are used.
    async ({}, use) => {
      const account = await newAccount(baseUrl());
      await use({ account, device: await furnish(account) });
    },
    { scope: "worker" },
  ],
});

async function furnish(account: Account): Promise<string> {
  await account.newKey();
  const channels = [];
  for (const topic of TOPICS)
    channels.push(
      await account.call<Channel>("POST", "/v0/mqtt/channels/", { name: topic.slice(0, 100), topic }),
    );
  await account.newCredential("bench", channels);
  const { id } = await account.newDevice(NAME, channels);
  const other = await account.newDevice(UNBROKEN, channels.slice(1));
  // as wide as a name of a room gets
  await account.call("PUT", `/v0/devices/on-off/${other.id}/`, { name: UNBROKEN, room: "W".repeat(40) });
  return id;
}

/** Elements of the header, all but the skip link, that are not wholly in view. */
const cutOff = (page: Page) =>
  page
    .getByRole("banner")
    .locator("a:not([href='#content']):visible, button:visible")
    .evaluateAll(async (parts) => {
      // a dialog hides it
      if (parts.length === 0) return [];
      const seen = await new Promise<IntersectionObserverEntry[]>((take) => {
        const observer = new IntersectionObserver(take);
        for (const part of parts) observer.observe(part);
      });
      return seen
        .filter(({ intersectionRatio }) => intersectionRatio < 1)
        .map(({ target }) => target.outerHTML.slice(0, 120));
    });

/** Elements that scroll sideways. */
const sideways = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("[role=dialog], [role=dialog] *:not(input, pre)")]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      .filter((element) => !getComputedStyle(element).textOverflow.includes("ellipsis"))
      .map((element) => element.outerHTML.slice(0, 120)),
  );

test("the buttons of a dialog stay in view, and a deletion names its object [F379]", async ({
  page,
  furnished,
}) => {
  await signIn(page, furnished.account);
  const dialog = page.getByRole("dialog");
  for (const [path, open, send] of [
    ["/dashboard/devices", "Edit", "Update Device"],
    ["/dashboard/mqtt/credentials", "Edit", "Update Credential"],
    ["/dashboard/mqtt/channels", "Edit", "Update Channel"],
    ["/dashboard/devices", "Delete", "Delete"],
  ] as const) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await unfold(page);
    // a row button is named by its row, too
    await page
      .getByRole("button", { name: new RegExp(`^${open} `) })
      .last()
      .click();
    if (send === "Delete") await expect(dialog).toContainText(new RegExp(`${NAME.trim()}|${UNBROKEN}`));
    for (const [width, height] of [
      [360, 740],
      [360, 480],
      [768, 740],
      [1440, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const name of ["Cancel", send])
        await expect(dialog.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
      await expect.poll(() => sideways(page), `${path} at ${width}`).toEqual([]);
      if (send === "Update Device") {
        await dialog.getByLabel("Topics", { exact: true }).selectOption({ index: 2 });
        await expect(dialog.getByRole("button", { name: "Add", exact: true })).toBeInViewport();
      }
    }
  }
});

test("a click beside the dialog or Escape discards no input [F379]", async ({ page, furnished }) => {
  await signIn(page, furnished.account);
  await page.goto("/dashboard/mqtt/channels");
  const dialog = page.getByRole("dialog");
  const add = page.getByRole("button", { name: "Add Channel", exact: true });
  await add.click();
  await expect(dialog.getByLabel("Channel Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await add.click();
  await dialog.getByLabel("Channel Name").fill("Porch");
  await page.mouse.click(3, 60);
  await expect(dialog.getByRole("alert")).toHaveText("What you typed is not saved.");
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog.getByLabel("Channel Name")).toBeFocused();
  await expect(dialog.getByLabel("Channel Name")).toHaveValue("Porch");
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toHaveCount(0);
  await add.click();
  await expect(dialog.getByLabel("Channel Name")).toHaveValue("");
  await expect(dialog.getByRole("alert")).toHaveCount(0);
});

test("a dialog that the address opened leaves the address when it is closed", async ({ page, furnished }) => {
  await signIn(page, furnished.account);
  const device = `/dashboard/devices/${furnished.device}`;
  for (const [path, after] of [
    [`${device}?connect=true`, device],
    [`${device}?tab=schedules&add=true`, `${device}?tab=schedules`],
    ["/dashboard/mqtt/credentials?connect=true", "/dashboard/mqtt/credentials"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(after);
    await page.reload();
    await expect(page.locator("h1")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("long names and narrow windows scroll no page sideways", async ({ page, furnished }) => {
  const { account, device } = furnished;
  await signIn(page, account);
  for (const path of [
    "/dashboard",
    "/dashboard/devices",
    `/dashboard/devices/${device}`,
    `/dashboard/devices/${device}?connect=true`,
    `/dashboard/devices/virtual?device=${device}`,
    "/dashboard/devices/events",
    "/docs",
    "/",
  ]) {
    await page.goto(path);
    // also behind a dialog, which hides it from screen readers
    await expect(page.locator("h1")).toBeVisible();
    await page.waitForLoadState("networkidle");
    for (const width of [320, 360, 768, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      // a chart takes its new width a frame after the window has
      await expect.poll(() => sideways(page), `${path} at ${width}`).toEqual([]);
      await expect.poll(() => cutOff(page), `${path} at ${width}`).toEqual([]);
    }
  }
  await page.goto("/docs");
  await expect(page.getByRole("link", { name: "Back to dashboard" })).toBeInViewport({ ratio: 1 });
});

test("in a narrow header the name is shortened, and the status is not", async ({ page, account }) => {
  const { id } = await account.newKey();
  await account.newDevice("Lamp");
  await account.call("DELETE", `/v0/api-keys/${id}/`);
  await signIn(page, account, "/dashboard");
  const header = page.getByRole("banner");
  const whole = [header.getByRole("status"), header.getByRole("link", { name: "No API key" })];
  for (const width of [640, 768]) {
    await page.setViewportSize({ width, height: 740 });
    for (const part of whole) {
      await expect(part).toBeInViewport({ ratio: 1 });
      const cut = await part.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(cut, `at ${width}`).toBeLessThanOrEqual(0);
    }
    expect(await sideways(page)).toEqual([]);
  }
});

test("in a phone's header the lost connection is readable beside its button", async ({ page, account }) => {
  await account.newKey();
  await page.routeWebSocket(/\/mqtt\//, (socket) => socket.close({ code: 1011 }));
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, account, "/dashboard");
  const header = page.getByRole("banner");
  await expect(header.getByRole("button", { name: "Retry" })).toBeVisible();
  const status = header.getByRole("status");
  await expect(status).toContainText(/Disconnected|Connection error/);
  expect(await status.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
    0,
  );
});
