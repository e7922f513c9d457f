/** Failures around the page, and the behaviour for each. */

import type { Page } from "@playwright/test";
import { PASSWORD } from "../support/account.ts";
import { expect, signIn, test } from "./journey.ts";
import { goTo, logIn, logOut, sideMenu } from "./steps.ts";

/** Replaces a response of the API. */
const answer = (page: Page, path: string, status: number, body = '{"detail":"A server error occurred."}') =>
  page.route(`**/v0/${path}`, (route) =>
    route.fulfill({
      status,
      body,
      contentType: body.startsWith("<") ? "text/html" : "application/json",
    }),
  );

test("a session that ended elsewhere leads to the login screen", async ({ page, account }) => {
  await signIn(page, account, "/dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await account.call("POST", "/v0/logout/", {});
  // without a press: the page refreshes its lists by itself
  await expect(page).toHaveURL("/login", { timeout: 30_000 });
  // the page is reloaded at that address, so that no data of the session stays in memory
  await expect
    .poll(() => page.evaluate(() => [localStorage.auth_token, localStorage.user]).catch(() => "on its way"))
    .toEqual([undefined, undefined]);
});

test("two tabs log in and out together", async ({ page, account }) => {
  await signIn(page, account);
  const other = await page.context().newPage();
  await page.goto("/dashboard");
  await other.goto("/dashboard/profile");
  await expect(other.getByLabel("User ID")).toHaveValue(account.userId);
  await page.bringToFront();
  await logOut(page);
  await expect(other).toHaveURL("/login");
  await page.goto("/login");
  await logIn(page, account.email, PASSWORD);
  await expect(other).toHaveURL("/dashboard");
});

test("without storage a session lasts as long as the page", async ({ page, account }) => {
  await page.addInitScript(() => {
    const forbidden = {
      get: () => {
        throw new DOMException("Forbidden", "SecurityError");
      },
    };
    Object.defineProperty(window, "localStorage", forbidden);
    Object.defineProperty(window, "sessionStorage", forbidden);
  });
  const { promise: pressed, resolve: greet } = Promise.withResolvers<void>();
  await page.route("**/v0/api-keys/", async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto("/login");
  await logIn(page, account.email, PASSWORD);
  await expect(page).toHaveURL("/dashboard");
  await page.getByRole("button", { name: "Dismiss", exact: true }).click();
  // The greeting mounts the notices anew.
  greet();
  await expect(page.getByRole("region", { name: "Welcome to Switchyard" })).toBeVisible();
  await expect(page.getByText("This platform is at an early stage")).toHaveCount(0);
  await goTo(page, "Profile");
  await expect(page.getByLabel("User ID")).toHaveValue(account.userId);
});

test("an invalid response is reported in place of the list", async ({ page, account, pageErrors }) => {
  await signIn(page, account);
  await page.clock.install();
  // before the dashboard loads: a list that it has loaded would be shown as old data
  await answer(page, "mqtt/channels/", 500);
  await answer(page, "mqtt/credentials/", 502, "<html><body>Bad gateway</body></html>");
  await answer(page, "devices/**", 200, "<html><body>Sign in to the network</body></html>");
  await page.goto("/dashboard");
  for (const [screen, text] of [
    ["Channels", "Failed to load MQTT channels. Please try again."],
    ["Credentials", "Failed to load MQTT credentials. Please try again."],
    ["Devices", "Failed to load devices. Please try again."],
  ] as const) {
    await goTo(page, screen);
    // Retries have growing delays.
    await expect(async () => {
      await page.clock.runFor(2_000);
      await expect(page.getByText(text)).toBeVisible({ timeout: 100 });
    }).toPass();
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No devices found. Add your first device!")).toBeVisible();
  // A failed list of the dashboard is logged on the console only.
  pageErrors.length = 0;
});

test("a page outdated by a deploy reloads itself, once [F41]", async ({ page, account, pageErrors }) => {
  await signIn(page, account, "/dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  const side = await sideMenu(page);
  await expect(side).toBeVisible();
  let gone = true;
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.route(/\/assets\/.*\.js$/, (route) =>
    gone ? route.fulfill({ status: 404, contentType: "text/html", body: "" }) : route.continue(),
  );
  // The deployed index names other files.
  await page.route(
    ({ pathname }) => pathname === "/dashboard",
    (route) =>
      route.fulfill({ contentType: "text/html", body: '<script src="/assets/index-next.js"></script>' }),
  );
  page.on("request", (request) => {
    if (request.isNavigationRequest()) gone = false;
  });
  await side.getByRole("link", { name: "Credentials", exact: true }).click();
  await expect(page).toHaveURL("/dashboard/mqtt/credentials");
  await expect(page.getByText("No MQTT credentials found. Add your first credential!")).toBeVisible();
  expect(loads).toBe(1);
  // The failed import is logged before the reload.
  pageErrors.length = 0;
});
