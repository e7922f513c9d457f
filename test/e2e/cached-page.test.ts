/** The page that the browser caches: it loads without a server, shows its last data, and gives way to a new release. */

import type { Page } from "@playwright/test";
import { PASSWORD } from "../support/account.ts";
import { type Front, test } from "./front.ts";
import { expect, signIn } from "./journey.ts";
import { goTo, logOut, unfold } from "./steps.ts";

test.afterEach(async ({ pageErrors }) => {
  // A missing server is reported on the console, too.
  pageErrors.length = 0;
});

const isKept = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== "activated") {
      await new Promise((resolve) => active?.addEventListener("statechange", resolve, { once: true }));
    }
  });

const keptAnswers = (page: Page) => page.evaluate(() => localStorage.getItem("last_answers") ?? "");
const row = (page: Page) => page.getByRole("region", { name: "Device Status" }).getByRole("listitem");

/** The same page with one more file. */
const nextRelease = (front: Front) =>
  front.changes.set("/", (html) =>
    html.replace(
      "</head>",
      '<link rel="help" href="/assets/next.svg"><meta name="release" content="next"></head>',
    ),
  );
const release = (page: Page) => page.locator("meta[name=release]");

test("a page loaded without a server shows its last data with the time; a hanging server is not waited for [F351] [F353] [T350]", async ({
  page,
  account,
  front,
}) => {
  const { key } = await account.newKey();
  await account.newDevice("Porch lamp");
  await account.newCredential("shed", []);
  await signIn(page, account, "/dashboard/mqtt/credentials");
  await expect(page.getByRole("cell", { name: "shed", exact: true })).toBeVisible();
  await goTo(page, "Dashboard");
  await expect(row(page)).toHaveText(/Porch lampNot connected/);
  await isKept(page);

  front.hangs = true;
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  front.hangs = false;
  await front.away();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(row(page)).toHaveText(/Porch lampNot known/);
  await expect(page.getByText(/^As of \d+:\d\d:\d\d [AP]M$/).first()).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  for (const secret of [key, PASSWORD]) expect(stored).not.toContain(secret);
  // Neither its code nor its list was ever requested.
  await goTo(page, "Clients");
  await expect(page.getByText("The connected clients could not be loaded.")).toBeVisible();

  await front.back();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("The connected clients could not be loaded.")).toHaveCount(0);
  await goTo(page, "Dashboard");
  await expect(row(page)).toHaveText(/Porch lampNot connected/);
  await goTo(page, "Devices");
  await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => keptAnswers(page)).toBe("");
});

test("code for presses is loaded in advance, also without a network [F350]", async ({
  page,
  account,
  front,
}) => {
  await account.newKey();
  await account.newDevice("Porch lamp");
  await signIn(page, account, "/dashboard/devices");
  await unfold(page);
  await isKept(page);
  await front.away();

  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Device" });
  await expect(dialog.getByLabel("Device Name")).toHaveValue("Porch lamp");
  await dialog.getByRole("button", { name: "Update Device" }).click();
  await expect(dialog.getByText("Failed to save device. Please try again.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Turn On" }).click();
  await expect(page.locator("[data-sonner-toast]")).toBeVisible();
});

test("after a deploy the page is the new one, also where a cached one was shown [F352]", async ({
  page,
  account,
  front,
}) => {
  await account.newKey();
  await account.newDevice("Porch lamp");
  await signIn(page, account, "/dashboard");
  await isKept(page);
  nextRelease(front);
  await page.reload();
  await expect(release(page)).toHaveCount(1);

  front.changes.clear();
  await page.reload();
  await expect(row(page)).toHaveText(/Porch lampNot connected/);
  await front.away();
  await page.reload();
  await expect(row(page)).toHaveText(/Porch lampNot known/);
  nextRelease(front);
  await front.back();
  await page.getByRole("link", { name: "Manage devices", exact: true }).click();
  await expect(page.getByRole("link", { name: "Porch lamp" })).toBeVisible();
  await page.reload();
  await expect(release(page)).toHaveCount(1);
});

test("a logout without a server leaves nothing in the browser [F355]", async ({ page, account, front }) => {
  await signIn(page, account, "/dashboard");
  await isKept(page);
  await front.away();
  await logOut(page);
  await expect(
    page.getByText(/^The server does not answer, so your session is still open there\./),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const trace of [account.token, account.email, "last_answers"]) expect(stored).not.toContain(trace);
});
