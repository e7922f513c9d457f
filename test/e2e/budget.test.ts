/** What a page may weigh before it can be used, as it goes over the line. */

import { brotliCompressSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./journey.ts";

const KILOBYTE = 1_000;

/** Every script that the page has asked for by the time it rests. */
async function scriptsOf(page: Page, path: string): Promise<{ files: string[]; bytes: number }> {
  const weights = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    if (!/javascript/.test(response.headers()["content-type"] ?? "")) return;
    weights.set(
      new URL(response.url()).pathname,
      response.body().then((body) => brotliCompressSync(body).length),
    );
  });
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const sizes = await Promise.all(weights.values());
  return { files: [...weights.keys()], bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

for (const path of [
  "/",
  "/docs",
  "/examples",
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password?token=x",
]) {
  test(`${path} weighs at most 90 kB of script`, async ({ page }) => {
    const { files, bytes } = await scriptsOf(page, path);
    expect(files.length).toBeGreaterThan(1);
    expect(bytes).toBeLessThanOrEqual(90 * KILOBYTE);
  });
}

test("the dashboard weighs at most 160 kB of script before it knows MQTT", async ({ page, account }) => {
  await signIn(page, account);
  // Without a key there is nothing to connect with, and the client for it is not loaded.
  const before = await scriptsOf(page, "/dashboard");
  expect(before.bytes).toBeLessThanOrEqual(160 * KILOBYTE);
  await account.newKey();
  const after = await scriptsOf(await page.context().newPage(), "/dashboard");
  expect(after.bytes - before.bytes).toBeGreaterThan(50 * KILOBYTE);
});

test("how long it takes is said", async ({ page, account }) => {
  await signIn(page, account);
  await page.addInitScript(() => {
    const seen = { paint: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      seen.paint = list.getEntries().at(-1)?.startTime ?? 0;
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  for (const path of ["/", "/docs", "/dashboard"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    const paint = await page.evaluate(() => (window as unknown as { seen: { paint: number } }).seen.paint);
    // The time depends on what else the machine does: it is told, and only that there is one is required.
    test
      .info()
      .annotations.push({ type: `largest paint of ${path}`, description: `${Math.round(paint)} ms` });
    expect(paint).toBeGreaterThan(0);
  }
});
