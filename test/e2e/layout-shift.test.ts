/** Layout shift on a phone with a slow connection. */

import { vitalsOf, watchVitals } from "../support/vitals.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";
import { measure } from "./measured-screens.ts";
import { usedAccount } from "./screens.ts";

const MOST = 0.04;
const ANSWER_MS = 400;

test.use({ viewport: { width: 360, height: 800 } });

test("a screen shifts by at most 0.04 while it loads at 360 px", async ({ page }) => {
  const { account, lamp } = await usedAccount(baseUrl());
  try {
    const [device] = await account.call<{ id: string }[]>("GET", "/v0/devices/on-off/");
    await signIn(page, account);
    await watchVitals(page);
    await measure(page);
    // later than the page's own code, as with a slow connection
    await page.route("**/v0/**", async (route) => {
      await new Promise((done) => setTimeout(done, ANSWER_MS));
      await route.fallback();
    });
    for (const path of ["/devices", `/devices/${device?.id}`, "/devices/events"]) {
      await page.goto(`/dashboard${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expect(page.getByText(/^(Loading|Counting)/)).toHaveCount(0);
      const { layoutShift, shifts } = await vitalsOf(page);
      const why = shifts.map(({ score, moved }) => `${score.toFixed(4)} ${moved}`).join("\n");
      expect.soft(layoutShift, `/dashboard${path}\n${why}`).toBeLessThanOrEqual(MOST);
    }
  } finally {
    await lamp.kill();
  }
});

test("the header and the buttons of a panel stay where they are while a wide page connects", async ({
  page,
}) => {
  const { account, lamp } = await usedAccount(baseUrl());
  try {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, account);
    const held = Promise.withResolvers<void>();
    await page.route(/\/v0\/(api-keys|broker|devices)\//, async (route) => {
      await held.promise;
      await route.fallback();
    });
    await page.goto("/dashboard");
    const header = page.getByRole("banner");
    const bell = header.getByRole("button", { name: /^Notices/ });
    const manage = page.getByRole("link", { name: "Manage devices", exact: true });
    await expect(header.getByRole("status")).toHaveText("Broker: Not connected yet");
    const places = async () => [await bell.boundingBox(), await manage.boundingBox()];
    const before = await places();
    held.resolve();
    await expect(page.getByRole("button", { name: "Arrange" })).toBeVisible();
    await expect(header.getByRole("status")).toHaveText("Broker: Connected");
    expect(await places()).toEqual(before);
  } finally {
    await lamp.kill();
  }
});
