/**
 * `npm run vitals -- [--runs 3] [--why] [screen …]`: paint times, layout shift and the latency of a press for
 * each screen, on a processor four times as slow and a slow 4G. Prints only; nothing fails.
 */

import { cpus } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "@playwright/test";
import { signIn } from "../../e2e/journey.ts";
import config from "../../e2e/playwright.config.ts";
import type { Screen } from "../../e2e/screen.ts";
import { SCREENS, show } from "../../e2e/screens.ts";
import type { Account } from "../../support/account.ts";
import { startProductProcess } from "../../support/product-process.ts";
import { slowest, type Vitals, vitalsOf, watchVitals } from "../../support/vitals.ts";
import { table } from "../report.ts";
import { median } from "../statistics.ts";
import { livedInAccount } from "./account.ts";
import { PRESSES } from "./presses.ts";

const OPTIONS = {
  runs: { type: "string", default: "3" },
  why: { type: "boolean", default: false },
} as const;

/** As in Lighthouse. */
const SLOWER = 4;
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_600 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
/** Until a press's requests and shifts are over. Milliseconds. */
const SETTLED_MS = 1_500;

interface VisitContext {
  browser: Browser;
  url: string;
  account: Account;
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

/** A first visit. */
async function visit({ browser, url, account }: VisitContext, screen: Screen): Promise<Vitals> {
  const context = await browser.newContext({
    baseURL: url,
    locale: "en-US",
    viewport: { width: 1440, height: 900 },
  });
  try {
    const page = await context.newPage();
    if (screen.signedIn) await signIn(page, account);
    await watchVitals(page);
    await slowDown(page);
    await show(page, screen);
    await pause(SETTLED_MS);
    await PRESSES[screen.name]?.(page);
    await pause(SETTLED_MS);
    return await vitalsOf(page);
  } finally {
    await context.close();
  }
}

const shown = (value: number, digits = 0): string => (value === 0 ? "–" : value.toFixed(digits));

function row(screen: Screen, runs: readonly Vitals[]): Record<string, string> {
  const middle = (figure: (vitals: Vitals) => number) => median(runs.map(figure));
  return {
    screen: screen.name,
    address: screen.path.replace(/\?.*/, ""),
    "FCP ms": shown(middle(({ firstPaint }) => firstPaint)),
    "LCP ms": shown(middle(({ largestPaint }) => largestPaint)),
    CLS: middle(({ layoutShift }) => layoutShift).toFixed(3),
    "INP ms": shown(middle(slowest)),
  };
}

/** Prints shifted elements, and presses longer than three frames of a slow display. */
function tellWhy(screen: Screen, runs: readonly Vitals[]): void {
  for (const { shifts, interactions } of runs) {
    for (const { score, moved } of shifts) console.log(`${screen.name}: ${score.toFixed(4)} ${moved}`);
    for (const { target, duration, waited, worked } of interactions.filter(({ duration }) => duration > 100))
      console.log(
        `${screen.name}: ${duration} ms (${Math.round(waited)} waited, ${Math.round(worked)} worked) ${target}`,
      );
  }
}

export async function main(args: string[]): Promise<number> {
  const { values, positionals: names } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const chosen = names.length === 0 ? SCREENS : SCREENS.filter(({ name }) => names.includes(name));
  const product = await startProductProcess();
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const { account, lamp } = await livedInAccount(product.url);
    const rows: Record<string, string>[] = [];
    try {
      for (const screen of chosen) {
        const runs: Vitals[] = [];
        while (runs.length < Number(values.runs))
          runs.push(await visit({ browser, url: product.url, account }, screen));
        if (values.why) tellWhy(screen, runs);
        rows.push(row(screen, runs));
      }
    } finally {
      // its process keeps this one alive
      await lamp.kill();
    }
    console.log(
      `Medians of ${values.runs}, ${cpus().length} × ${cpus()[0]?.model}, ${SLOWER} × slower, slow 4G\n`,
    );
    console.log(table(rows));
  } finally {
    await browser.close();
    await product.stop();
  }
  return 0;
}
