/** Touch targets, forced colours and scripts of all directions. */

import type { BrowserContextOptions, Page } from "@playwright/test";
import type { Account } from "../support/account.ts";
import { changeAnswers } from "./answers.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";

const FINGER = 44;

const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: "reduce",
};

const touch = test.extend<{ phone: Page }>({
  phone: async ({ browser, account }, use) => {
    const context = await browser.newContext({ ...PHONE, baseURL: baseUrl() });
    const phone = await context.newPage();
    await signIn(phone, account);
    await use(phone);
    await context.close();
  },
});

/** Levers, navigation and main buttons below 44 pixels. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const often = [
      ".switch",
      "nav a",
      "nav button",
      "header:not(section *) :is(a, button)",
      "[role=menuitem]",
      "[role=menuitemradio]",
      ".bg-ink:not([href='#content'])",
      "td button",
    ];
    return [...document.querySelectorAll<HTMLElement>(often.join())]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < least || box.width < least))
      .map(({ element, box }) => `${element.outerHTML.slice(0, 160)}: ${box.width} × ${box.height}`);
  }, FINGER);
}

touch("[F393] what is pressed often is as large as a finger", async ({ phone, account }) => {
  await account.newKey();
  await account.newDevice("Lamp");
  for (const [path, heading] of [
    ["/dashboard", "Dashboard"],
    ["/dashboard/devices", "Devices"],
    ["/dashboard/mqtt/credentials", "MQTT Credentials"],
  ] as const) {
    await phone.goto(path);
    await expect(phone.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(phone.getByText(/^Loading/)).toHaveCount(0);
    expect(await smallTargets(phone), path).toEqual([]);
  }
  await phone.goto("/dashboard/devices");
  await phone.getByRole("button", { name: "More" }).tap();
  await expect(phone.getByRole("button", { name: "Edit" })).toBeVisible();
  expect(await smallTargets(phone)).toEqual([]);
  await phone.getByRole("banner").locator("[aria-haspopup=menu]").tap();
  await expect(phone.getByRole("menu")).toBeVisible();
  expect(await smallTargets(phone)).toEqual([]);
  await phone.keyboard.press("Escape");
  await phone.getByRole("button", { name: "Menu", exact: true }).tap();
  await expect(phone.getByRole("navigation", { name: "Main" })).toBeVisible();
  expect(await smallTargets(phone)).toEqual([]);
});

async function lightOne(page: Page, account: Account): Promise<void> {
  await account.newKey();
  await account.newDevice("Lit");
  await account.newDevice("Dark");
  await changeAnswers(page, "**/v0/devices/on-off/{,?*}", (list: { name: string }[]) =>
    list.map((device) => ({ ...device, connected: true, state: device.name === "Lit", taken: true })),
  );
}

test("[F394] in forced colours a lit lamp differs from a dark one, and marked elements have a frame", async ({
  page,
  account,
}) => {
  await lightOne(page, account);
  await signIn(page, account);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/dashboard/devices");
  const pictureOf = async (name: string) => {
    const row = page.getByRole("row").filter({ hasText: name });
    const badge = row.locator(".rounded-full").last();
    const lamp = row.locator(".switch-word");
    return { badge: await badge.screenshot(), fill: await lamp.evaluate(fillOfLamp) };
  };
  await expect(page.getByRole("button", { name: "Turn Off" })).toBeVisible();
  const [lit, dark] = [await pictureOf("Lit"), await pictureOf("Dark")];
  expect(lit.badge.equals(dark.badge)).toBe(false);
  expect(lit.fill).not.toBe(dark.fill);

  await page.getByRole("banner").locator("[aria-haspopup=menu]").click();
  await page.keyboard.press("ArrowDown");
  const marked = page.locator("[role=menuitem]:focus");
  await expect(marked).toHaveCSS("outline-style", "solid");
  await expect(marked).toHaveCSS("outline-width", "2px");
});

const fillOfLamp = (element: Element): string => getComputedStyle(element, "::before").backgroundColor;

const HEBREW = "מנורת הכניסה של הבית הישן ליד הים והפרדס הגדול (2)";
const NAMES = [HEBREW, "玄関のとても明るいランプと門の前の小さな灯り", "💡👩‍👩‍👧‍👦 Lampe ".repeat(4).trim()];

test("[F391] names of every script keep their direction and their beginning", async ({ page, account }) => {
  await account.newKey();
  for (const name of NAMES) await account.newDevice(name);
  await signIn(page, account);
  for (const path of ["/dashboard", "/dashboard/devices"]) {
    await page.goto(path);
    for (const name of NAMES) {
      const link = page.getByRole("main").getByRole("link", { name, exact: true }).first();
      await expect(link).toHaveCSS("direction", name === HEBREW ? "rtl" : "ltr");
    }
  }
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole("link", { name: HEBREW, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 }).locator("bdi")).toHaveCSS("direction", "rtl");
  await expect(page).toHaveTitle(`\u2068${HEBREW}\u2069 · Switchyard`);
});
