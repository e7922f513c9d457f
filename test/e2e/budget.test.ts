/** The weight of a page's scripts, compressed. Times: `npm run vitals`. */

import { brotliCompressSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { expect, signIn, test } from "./journey.ts";

const KILOBYTE = 1_000;

const tell = (type: string, description: string) => test.info().annotations.push({ type, description });

async function open(page: Page, path: string, ready?: Locator): Promise<void> {
  await page.goto(path);
  await expect(ready ?? page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
}

/** Compressed, by address: pages share most of their scripts. */
const bytesOf = new Map<string, Promise<number>>();

/** Every script that the page has requested once it is idle. */
async function scriptsOf(
  page: Page,
  path: string,
  ready?: Locator,
): Promise<{ files: string[]; bytes: number }> {
  const weights = new Map<string, Promise<number>>();
  const weigh = (response: Awaited<ReturnType<Page["waitForResponse"]>>) => {
    if (!/javascript/.test(response.headers()["content-type"] ?? "")) return;
    const { pathname } = new URL(response.url());
    const bytes = bytesOf.get(pathname) ?? response.body().then((body) => brotliCompressSync(body).length);
    bytesOf.set(pathname, bytes);
    weights.set(pathname, bytes);
  };
  page.on("response", weigh);
  const network = await page.context().newCDPSession(page);
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  await open(page, path, ready);
  page.off("response", weigh);
  const sizes = await Promise.all(weights.values());
  return { files: [...weights.keys()], bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

const PUBLIC = [
  "/",
  "/docs",
  "/examples",
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password?token=x",
  "/verify-email?token=x",
  "/undo-email?token=x",
];

test("every public page loads at most 90 kB of script", async ({ page }) => {
  for (const path of PUBLIC) {
    const { files, bytes } = await scriptsOf(page, path);
    tell(`scripts of ${path}`, `${bytes} bytes`);
    expect.soft(files.length, path).toBeGreaterThan(3);
    expect.soft(bytes, path).toBeLessThanOrEqual(90 * KILOBYTE);
  }
});

test("the dashboard loads at most 134 kB of script before MQTT.js", async ({ page, account }) => {
  await signIn(page, account);
  // Prefetches wait for an idle callback, which never comes here.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  // Without a key there is no connection, and the client for it is not loaded.
  const before = await scriptsOf(page, "/dashboard");
  tell("scripts of /dashboard", `${before.bytes} bytes`);
  expect(before.bytes).toBeLessThanOrEqual(134 * KILOBYTE);
  await account.newKey();
  const connected = page.getByRole("status").filter({ hasText: "Broker: Connected" });
  const after = await scriptsOf(page, "/dashboard", connected);
  expect(after.bytes - before.bytes).toBeGreaterThan(50 * KILOBYTE);
});
