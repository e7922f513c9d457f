/**
 * `npm run vitals -- [--big] [--again] [--runs 3] [--why] [screen …]`: paint times, layout shift and the latency of a
 * press for each screen, on a processor four times as slow and a slow 4G. Prints only; nothing fails.
 * On a phone and on a desk. `--big`: an account of thirty devices. `--again`: with the page's files in its cache, as
 * at every visit but the first.
 */

import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { CHROMIUM } from "../../e2e/chromium.ts";
import { SCREENS } from "../../e2e/screens.ts";
import type { Account } from "../../support/account.ts";
import { startProductProcess } from "../../support/product-process.ts";
import { slowest, type Vitals } from "../../support/vitals.ts";
import { table } from "../report.ts";
import { median } from "../statistics.ts";
import { livedInAccount } from "./account.ts";
import { bigAccount, FILL_SETTINGS } from "./big-account.ts";
import { bigScreens, type PressedScreen } from "./big-screens.ts";
import { PRESSES, WIDTHS } from "./presses.ts";
import { visit } from "./visit.ts";

const OPTIONS = {
  runs: { type: "string", default: "3" },
  big: { type: "boolean", default: false },
  again: { type: "boolean", default: false },
  slower: { type: "string", default: "4" },
  why: { type: "boolean", default: false },
} as const;

interface Measured {
  account: Account;
  screens: PressedScreen[];
  stop(): Promise<void>;
}

async function usualScreens(url: string): Promise<Measured> {
  const { account, lamp } = await livedInAccount(url);
  const screens = SCREENS.map((screen) => {
    const press = PRESSES[screen.name];
    return { ...screen, presses: press ? [press] : [] };
  });
  return { account, screens, stop: () => lamp.kill() };
}

async function bigAccountsScreens(url: string): Promise<Measured> {
  const big = await bigAccount(url);
  return { account: big.account, screens: bigScreens(big), stop: big.stop };
}

const shown = (value: number, digits = 0): string => (value === 0 ? "–" : value.toFixed(digits));

function row({ name, path }: PressedScreen, width: number, runs: readonly Vitals[]): Record<string, string> {
  const middle = (figure: (vitals: Vitals) => number) => median(runs.map(figure));
  return {
    screen: name,
    address: path.replace(/\?.*|[\w-]{36}$/, ""),
    width: String(width),
    "FCP ms": shown(middle(({ firstPaint }) => firstPaint)),
    "LCP ms": shown(middle(({ largestPaint }) => largestPaint)),
    CLS: middle(({ layoutShift }) => layoutShift).toFixed(3),
    "INP ms": shown(middle(slowest)),
    load: (loadavg()[0] ?? 0).toFixed(1),
  };
}

/** Prints the largest paint, shifted elements, and presses longer than three frames of a slow display. */
function tellWhy(title: string, runs: readonly Vitals[]): void {
  for (const { largestPaint, largest, shifts, interactions } of runs) {
    console.log(`${title}: painted after ${Math.round(largestPaint)} ms: ${largest}`);
    for (const { score, moved } of shifts) console.log(`${title}: ${score.toFixed(4)} ${moved}`);
    for (const { target, duration, waited, worked } of interactions.filter(({ duration }) => duration > 100))
      console.log(
        `${title}: ${duration} ms (${Math.round(waited)} waited, ${Math.round(worked)} worked) ${target}`,
      );
  }
}

export async function main(args: string[]): Promise<number> {
  const { values, positionals: names } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const { big, again } = values;
  const browser = await chromium.launch(CHROMIUM);
  const product = await startProductProcess(big ? { variables: FILL_SETTINGS } : {});
  try {
    const { url } = product;
    const { account, screens, stop } = await (big ? bigAccountsScreens : usualScreens)(url);
    const rows: Record<string, string>[] = [];
    try {
      for (const screen of screens.filter(({ name }) => names.length === 0 || names.includes(name))) {
        for (const width of WIDTHS) {
          const runs: Vitals[] = [];
          while (runs.length < Number(values.runs))
            runs.push(
              await visit({ browser, url, account, screen, width, again, slower: Number(values.slower) }),
            );
          if (values.why) tellWhy(`${screen.name} at ${width}`, runs);
          rows.push(row(screen, width, runs));
        }
      }
    } finally {
      // its devices keep this process alive
      await stop();
    }
    console.log(
      `Medians of ${values.runs}, ${cpus().length} × ${cpus()[0]?.model}, ${values.slower} × slower, slow 4G\n`,
    );
    console.log(table(rows));
  } finally {
    await browser.close();
    await product.stop();
  }
  return 0;
}
