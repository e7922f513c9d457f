/** The page without its server: it shows its last data with their time. */

import type { Locator, Page, Request } from "@playwright/test";
import { expect, signIn, test } from "./journey.ts";
import { answerWith } from "./screen-setup.ts";
import { goTo } from "./steps.ts";

test.afterEach(async ({ pageErrors }) => {
  // A failed list of the dashboard is logged on the console only.
  pageErrors.length = 0;
});

/** Counts requests, and advances the page's clock until this many were made. */
async function askedTimes(page: Page, path: string, times: number): Promise<void> {
  let asked = 0;
  const count = (request: Request) => {
    if (new URL(request.url()).pathname === path) asked += 1;
  };
  page.on("request", count);
  await expect(async () => {
    await page.clock.runFor(4_000);
    expect(asked).toBeGreaterThanOrEqual(times);
  }).toPass();
  page.off("request", count);
}

/** Advances the page's clock until it is visible. */
const seenLater = (page: Page, what: Locator): Promise<void> =>
  expect(async () => {
    await page.clock.runFor(1_000);
    await expect(what).toBeVisible({ timeout: 100 });
  }).toPass();

test("a failed first load stays visible, with its button in place, until it succeeds [F87]", async ({
  page,
  account,
}) => {
  await account.newKey();
  const lamp = await account.newDevice("Porch lamp");
  await signIn(page, account);
  await page.clock.install();
  for (const { list, screen, text, found } of [
    {
      list: "devices/on-off/",
      screen: "/dashboard/devices",
      text: "Failed to load devices. Please try again.",
      found: page.getByRole("link", { name: "Porch lamp" }),
    },
    {
      list: "mqtt/clients/",
      screen: "/dashboard/mqtt/clients",
      text: "The connected clients could not be loaded.",
      found: page.getByRole("table", { name: "Clients" }),
    },
    {
      list: `devices/on-off/${lamp.id}/`,
      screen: `/dashboard/devices/${lamp.id}`,
      text: "The device could not be loaded.",
      found: page.getByRole("heading", { level: 1, name: "Porch lamp" }),
    },
  ]) {
    await answerWith(page, list, 500);
    await page.goto(screen);
    const said = page.getByRole("alert").filter({ hasText: text });
    await seenLater(page, said);
    const button = said.getByRole("button", { name: "Try again" });
    const standing = await button.elementHandle();
    await askedTimes(page, `/v0/${list}`, 4);
    expect(await standing?.evaluate((element) => element.isConnected)).toBe(true);
    const again = page.waitForRequest((request) => new URL(request.url()).pathname === `/v0/${list}`);
    await button.click();
    await again;
    await page.unrouteAll({ behavior: "ignoreErrors" });
    // The page asks by itself, too.
    await seenLater(page, found);
    await expect(said).toHaveCount(0);
  }
});

test("a dashboard without its lists does not claim that they are empty [F87]", async ({ page, account }) => {
  await signIn(page, account);
  await page.clock.install();
  // Not even for a moment.
  await page.addInitScript(() => {
    const claims = new Set<string>();
    Object.assign(window, { claims });
    new MutationObserver(() => {
      const [claim] = /No devices|No events found/.exec(document.body.textContent ?? "") ?? [];
      if (claim) claims.add(claim);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await answerWith(page, "{devices,events}/**", 500);
  await page.goto("/dashboard");
  await askedTimes(page, "/v0/devices/on-off/", 12);
  await expect(page.getByText("Loading Devices...")).toBeVisible();
  await expect(page.getByText("Loading events...")).toBeVisible();
  expect(await page.evaluate(() => [...(window as unknown as { claims: Set<string> }).claims])).toEqual([]);
});

test("no status stays green when neither the API nor the broker responds [F88]", async ({
  page,
  account,
}) => {
  await account.newKey();
  const lamp = await account.newDevice("Porch lamp");
  await account.switchDevice(lamp, "on");
  let silent = false;
  await page.routeWebSocket(/\/mqtt\//, (socket) => {
    // The open connection receives nothing more; no new one is made.
    if (silent) return socket.close({ code: 1011 });
    const broker = socket.connectToServer();
    socket.onMessage((message) => silent || broker.send(message));
    broker.onMessage((message) => silent || socket.send(message));
  });
  await page.route("**/v0/**", (route) => (silent ? route.abort() : route.fallback()));
  await signIn(page, account, "/dashboard");
  const broker = page.getByRole("status").filter({ hasText: "Broker: " });
  await expect(broker).toHaveText("Broker: Connected");
  const row = page.getByRole("region", { name: "Device Status" }).getByRole("listitem");
  await expect(row).toHaveText(/Porch lampNot connected yetOn/);

  silent = true;
  await expect(row).toHaveText(/Porch lampNot knownOn/);
  await expect(row.getByRole("button", { name: "Turn Off" })).toHaveAttribute("data-proof", "unknown");
  const panel = page.getByRole("region", { name: "Device Status" });
  await expect(panel.getByText(/^As of \d+:\d\d:\d\d [AP]M$/)).toBeVisible();
  await expect(broker).not.toHaveText("Broker: Connected");
  await goTo(page, "Devices");
  await expect(
    page.getByText(/The server does not answer\. This is as of \d+:\d\d:\d\d [AP]M\./),
  ).toBeVisible();
  await expect(page.getByRole("row", { name: /Porch lamp.*Not known/ })).toBeVisible();

  silent = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(broker).toHaveText("Broker: Connected");
  await expect(page.getByRole("cell", { name: /Porch lamp.*Not connected/ })).toBeVisible();
});
