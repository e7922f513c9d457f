/** A month's bill as a person reads it. */

import { cloudflare, type Line, metering, sum } from "./estimate.ts";
import { PRICES_OF } from "./prices.ts";
import type { Workload } from "./workload.ts";

const amount = (value: number): string => Math.round(value).toLocaleString("en-US").padStart(22);
const dollars = (value: number): string =>
  `$${value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`.padStart(16);

/** A sum beside its name, below the lines. */
export const total = (what: string, value: number): string => `${what.padEnd(58)}${dollars(value)}`;

const lineText = (line: Line): string =>
  `${line.what.padEnd(36)}${amount(line.amount)}${dollars(line.dollars)}`;

const VALUES =
  "Values are counted as those of ten series an account, a sample in ten seconds each: rarer ones cost up to three rows each. Their bytes are not in it.";

export function bill(workload: Workload): string[] {
  const lines = cloudflare(workload);
  return [
    `A month, at list prices of ${PRICES_OF}:`,
    ...lines.map(lineText),
    total("together", sum(lines)),
    lineText(metering(workload)),
    ...(workload.values > 0 ? [VALUES] : []),
  ];
}
