/** A visit of a screen with a slow processor and a slow line. */

import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { signIn } from "../../e2e/journey.ts";
import { settle } from "../../e2e/screens.ts";
import type { Account } from "../../support/account.ts";
import { type Vitals, vitalsOf, watchVitals } from "../../support/vitals.ts";
import type { PressedScreen } from "./big-screens.ts";

/** As in Lighthouse. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_600 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
/** Until a press's requests and shifts are over. Milliseconds. */
const SETTLED_MS = 1_500;
/** Until the test looks at the page: locators run in it, on its slow processor. Milliseconds. */
const UNDISTURBED_MS = 5_000;

async function slowDown(page: Page, slower: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
}

export interface Visit {
  browser: Browser;
  url: string;
  account: Account;
  screen: PressedScreen;
  width: number;
  again: boolean;
  /** How many times slower the processor is. */
  slower: number;
}

/** The page's service worker has cached the files of the release. */
async function cacheFiles(page: Page): Promise<void> {
  await page.goto("/dashboard");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

export async function visit({ browser, url, account, screen, width, again, slower }: Visit): Promise<Vitals> {
  const context = await browser.newContext({
    baseURL: url,
    locale: "en-US",
    viewport: { width, height: width < 800 ? 740 : 900 },
    serviceWorkers: again ? "allow" : "block",
  });
  try {
    const page = await context.newPage();
    if (screen.signedIn) await signIn(page, account);
    if (again) await cacheFiles(page);
    await watchVitals(page);
    await slowDown(page, slower);
    await screen.prepare?.(page);
    await page.goto(screen.path, { waitUntil: "commit" });
    await pause(UNDISTURBED_MS);
    await settle(page, screen);
    await pause(SETTLED_MS);
    for (const press of screen.presses) {
      await press(page);
      await pause(SETTLED_MS);
    }
    return await vitalsOf(page);
  } finally {
    await context.close();
  }
}
