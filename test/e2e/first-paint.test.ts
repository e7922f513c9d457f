/** The landing page is prerendered, for visitors and at its own address; script hydrates it. */

import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./journey.ts";

const JOIN = { name: "Join the beta", exact: true };

const CODE = /\/assets\/.*\.js$/;
/** All other files of the landing page. */
const ALL_BESIDE = /\/(assets\/.*|before-paint\.js)$/;

/** Holds back files of the page, by default all of its code. Returns a function that releases them. */
async function hold(page: Page, files = CODE): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(files, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("a visitor sees the landing page before its other files, and then uses the same page [F410]", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  const release = await hold(page, ALL_BESIDE);
  await page.goto("/", { waitUntil: "commit" });
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Press here. Your device switches.");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  // with its style
  await expect(heading).toHaveCSS("font-weight", "600");
  await expect(page.getByRole("link", JOIN)).toHaveAttribute("href", "/register");
  const painted = await heading.elementHandle();
  release();
  await page.getByRole("button", { name: "Light theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByRole("button", { name: "Turn On" }).click();
  await expect(page.getByRole("img", { name: "The board, the lamp on pin 13 is lit" })).toBeVisible();
  // Hydrated, not rendered again.
  expect(await painted?.evaluate((node) => node.isConnected)).toBe(true);
});

test("a signed-in user never sees the visitors' landing page [F411]", async ({ page, account }) => {
  await signIn(page, account);
  const release = await hold(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("h1")).toBeAttached();
  await expect(page.locator("h1")).toBeHidden();
  release();
  await expect(page.getByRole("link", { name: "Dashboard", exact: true })).toBeVisible();
  await expect(page.getByRole("link", JOIN)).toHaveCount(0);
});

test("every other address begins empty, and the landing page's file is shown at none [F411]", async ({
  page,
  request,
}) => {
  for (const path of ["/login", "/docs", "/dashboard", "/nowhere"])
    expect(await (await request.get(path)).text(), path).toContain('<div id="root"></div>');
  const release = await hold(page);
  await page.goto("/landing", { waitUntil: "commit" });
  await expect(page.locator("h1")).toBeHidden();
  release();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", JOIN)).toBeVisible();
});

test("a screen's code and its device are asked for once, before the router runs", async ({
  page,
  account,
}) => {
  await account.newKey();
  const { id } = await account.newDevice("Lamp");
  await signIn(page, account);
  const release = await hold(page, /\/assets\/page-[^/]*\.js$/);
  const calls: string[] = [];
  const isDevice = (url: string) => url.endsWith(`/on-off/${id}/`);
  page.on("request", (request) => isDevice(request.url()) && calls.push(request.method()));
  const code = page.waitForRequest(/\/assets\/_deviceId-[^/]*\.js$/);
  const device = page.waitForResponse((response) => isDevice(response.url()));
  await page.goto(`/dashboard/devices/${id}`, { waitUntil: "commit" });
  await Promise.all([code, device]);
  expect(calls).toEqual(["GET"]);
  const isWaiting = () => page.evaluate(() => "ahead" in window);
  expect(await isWaiting()).toBe(true);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lamp");
  // The page has used that answer.
  expect(await isWaiting()).toBe(false);
});
