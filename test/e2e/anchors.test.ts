/** Links into the guide: a section named in the address is where the reader arrives, and stays there. */

import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./journey.ts";

const PAGES = ["/docs", "/examples"];
const DISPLAYS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
/** Pixels between the top of the window and a section: the header, and a menu above it on a phone. */
const MOST_ABOVE = 130;

/** How far a section's place is from where a reader expects it; 0 also for what the end of the page keeps lower. */
const missedBy = (page: Page, id: string): Promise<number> =>
  page.evaluate(
    ([section, most]) => {
      const top = document.getElementById(String(section))?.getBoundingClientRect().top ?? Infinity;
      const { scrollHeight } = document.documentElement;
      if (window.innerHeight + window.scrollY >= scrollHeight - 2 && top > 0 && top < window.innerHeight)
        return 0;
      return top >= -1 && top <= Number(most) ? 0 : Math.round(top);
    },
    [id, MOST_ABOVE] as const,
  );

/** A phone with a processor slowed four times, on a slow line: chunks and fonts arrive long after the jump. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 60,
    downloadThroughput: 1_000_000,
    uploadThroughput: 1_000_000,
  });
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
}

async function expectAt(page: Page, id: string): Promise<void> {
  // What comes later has come: each part is a request.
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await expect.poll(() => missedBy(page, id), { message: `#${id}` }).toBe(0);
}

async function sectionsOf(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  const links = page.getByRole("navigation", { name: "On this page" }).locator('a[href^="#"]');
  await expect(links.first()).toBeVisible();
  return links.evaluateAll((all) => all.map((each) => String(each.getAttribute("href")).slice(1)));
}

for (const path of PAGES) {
  for (const display of DISPLAYS) {
    test.describe(`${path} at ${display.width} px`, () => {
      test.use({ viewport: display });
      test.slow();

      // With motion the browser's own jump is smooth.
      for (const motion of ["no-preference", "reduce"] as const) {
        test(`each section is where its address leads on a slow device, motion: ${motion}`, async ({
          page,
        }) => {
          const ids = await sectionsOf(page, path);
          await page.emulateMedia({ reducedMotion: motion });
          await slowDown(page);
          for (const id of ids) {
            await page.goto("about:blank");
            await page.goto(`${path}#${id}`);
            await expectAt(page, id);
          }
        });
      }

      const arrivals: Record<string, (page: Page, id: string) => Promise<unknown>> = {
        "where an address leads that is typed in on the page": async (page, id) => {
          await page.waitForLoadState("networkidle");
          await page.goto(`${path}#${id}`);
        },
        "where the first press in the menu leads": (page, id) =>
          page.getByRole("navigation", { name: "On this page" }).locator(`a[href="#${id}"]`).click(),
      };
      for (const [where, arrive] of Object.entries(arrivals)) {
        test(`each section is ${where}, signed in`, async ({ page, account }) => {
          await signIn(page, account);
          for (const id of await sectionsOf(page, path)) {
            await page.goto("about:blank");
            await page.goto(path);
            await arrive(page, id);
            await expectAt(page, id);
          }
        });
      }
    });
  }
}
