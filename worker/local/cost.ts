import { parseArgs } from "node:util";
import { awsIot, cloudflare, emqx, sum, type Workload } from "./cost/estimate.ts";
import { PRICES_OF } from "./cost/prices.ts";
import { Problem } from "./problem.ts";

/**
 * `npm run cost -- --devices 1000000 --accounts 1000 --keepalive 60 --publishes 0 --qos 0 --readers 1 --payload 64`:
 * what a month costs at the edge, line by line, and what the same costs elsewhere. Everything has a default.
 */
const DEFAULTS = {
  devices: "1000000",
  accounts: "1000",
  keepalive: "60",
  publishes: "0",
  qos: "0",
  readers: "1",
  payload: "64",
} as const;

type Option = keyof typeof DEFAULTS;

export function workloadOf(args: string[]): Workload {
  const options = Object.fromEntries(
    Object.entries(DEFAULTS).map(([name, value]) => [name, { type: "string", default: value } as const]),
  );
  const values = parsed(args, options);
  const number = (name: Option): number => {
    const value = Number(values[name]);
    if (Number.isFinite(value) && value >= 0) return value;
    throw new Problem(`--${name} must be a number, zero or more, not "${values[name]}".`);
  };
  const qos = number("qos");
  if (qos !== 0 && qos !== 1) throw new Problem("--qos must be 0 or 1.");
  return {
    devices: number("devices"),
    accounts: number("accounts"),
    keepAlive: number("keepalive"),
    publishes: number("publishes"),
    qos,
    readers: number("readers"),
    payload: number("payload"),
  };
}

function parsed(args: string[], options: Record<string, { type: "string"; default: string }>) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new Problem(`${(error as Error).message} Known: --${Object.keys(DEFAULTS).join(", --")}.`);
  }
}

const amount = (value: number): string => Math.round(value).toLocaleString("en-US").padStart(18);
const dollars = (value: number): string =>
  `$${value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`.padStart(14);

export function report(workload: Workload): string {
  const lines = cloudflare(workload);
  return [
    `A month, at list prices of ${PRICES_OF}:`,
    ...lines.map((line) => `${line.what.padEnd(40)}${amount(line.amount)}${dollars(line.dollars)}`),
    `${"together".padEnd(58)}${dollars(sum(lines))}`,
    `${"the same on AWS IoT Core".padEnd(58)}${dollars(awsIot(workload))}`,
    `${"the same on EMQX Serverless".padEnd(58)}${dollars(emqx(workload))}`,
  ].join("\n");
}

export async function main(args: string[]): Promise<number> {
  process.stdout.write(`${report(workloadOf(args))}\n`);
  return 0;
}
