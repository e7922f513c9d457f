/** `npm run screenshots`: every screen in both themes at three widths, into `screenshots/`. */

import { mkdirSync } from "node:fs";
import { type Browser, chromium, expect, type Page } from "@playwright/test";
import { inRoot } from "../../worker/local/paths.ts";
import type { Account } from "../support/account.ts";
import { startProductProcess } from "../support/product-process.ts";
import { CHROMIUM } from "./chromium.ts";
import { signIn } from "./journey.ts";
import type { Screen } from "./screen.ts";
import { SCREENS, show, usedAccount } from "./screens.ts";

const THEMES = ["light", "dark"] as const;
const WIDTHS = [360, 768, 1440];
const HEIGHT = 900;

interface Sitting {
  browser: Browser;
  url: string;
  account: Account;
  folder: string;
}

/** Some of it loads only when scrolled near. */
async function readThrough(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
  await expect(page.getByText(/^Loading/)).toHaveCount(0, { timeout: 30_000 });
  await page.evaluate(() => window.scrollTo(0, 0));
}

/** Each state is set up again for each width: a menu or a dialog differs. */
async function take(
  { browser, url, account, folder }: Sitting,
  screen: Screen,
  width: number,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    locale: "en-US",
    reducedMotion: "reduce",
    viewport: { width, height: HEIGHT },
  });
  try {
    const page = await context.newPage();
    if (screen.signedIn) await signIn(page, account);
    await show(page, screen);
    if (!screen.open) await readThrough(page);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await page.screenshot({
        path: `${folder}/${screen.name}-${theme}-${width}.png`,
        fullPage: !screen.open,
      });
    }
  } finally {
    await context.close();
  }
}

/** With names of screens it takes those only. */
export async function main(names: string[]): Promise<number> {
  const chosen = names.length === 0 ? SCREENS : SCREENS.filter(({ name }) => names.includes(name));
  const folder = inRoot("screenshots");
  mkdirSync(folder, { recursive: true });
  const product = await startProductProcess();
  const browser = await chromium.launch(CHROMIUM);
  try {
    const { account, lamp } = await usedAccount(product.url);
    try {
      const sitting = { browser, url: product.url, account, folder };
      for (const screen of chosen) {
        for (const width of WIDTHS) await take(sitting, screen, width);
        process.stdout.write(`${screen.name}\n`);
      }
    } finally {
      // its process keeps this one alive
      await lamp.kill();
    }
  } finally {
    await browser.close();
    await product.stop();
  }
  return 0;
}
