import { API_LIMITS } from "../contract/limits.ts";
import { bill } from "./cost/bill-text.ts";
import { cloudflare, sum } from "./cost/estimate.ts";
import { D1_TAKES, PEAK } from "./cost/limits.ts";
import { firstToEnd, type Load, loadsOf, type Scope } from "./cost/load.ts";
import { PRICES_OF } from "./cost/prices.ts";
import { settingsNeeded } from "./cost/settings.ts";
import { asked, DEFAULTS, type Workload } from "./cost/workload.ts";

const USUAL: Workload = { ...DEFAULTS, accounts: 100_000, connects: 2, events: 20 };

/**
 * `npm run scale -- --accounts 100000 --devices 1000000 --events-a-day 20 --connects-a-day 2 --publishes 0 --values 0`:
 * how much of each thing that has an end is used, which ends first, and what a month costs. Options are those of
 * `npm run cost`; where no devices are named, each account has as many as it may have.
 */
export const scaleOf = (args: string[]) =>
  asked(args, ({ accounts = USUAL.accounts }) => ({ ...USUAL, devices: accounts * API_LIMITS.MAX_DEVICES }));

const number = (value: number, digits = 3): string => {
  const rounded = value >= 10 ** digits ? Math.round(value) : Number(value.toPrecision(digits));
  return rounded.toLocaleString("en-US", { maximumSignificantDigits: 21 });
};

const BYTES = [
  [1e12, "TB"],
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "kB"],
] as const;

function measure(value: number, unit: Load["unit"]): string {
  if (unit !== "bytes") return `${number(value)} ${unit}`;
  const [size, name] = BYTES.find(([least]) => value >= least) ?? [1, "bytes"];
  return `${number(value / size)} ${name}`;
}

/** Two digits: nobody knows more. */
export const roughly = (value: number): string => number(Number(value.toPrecision(2)));

const MANY: Record<Scope, string> = { shared: "accounts", account: "devices in it" };
const end = ({ endsAt, scope }: Load): string =>
  endsAt === null ? "–" : `${roughly(endsAt)} ${MANY[scope]}`;

/** Characters of what comes after the name. */
const WIDTHS = [16, 20, 9, 26];
const row = (what: string, ...cells: string[]): string =>
  what.padEnd(30) + cells.map((cell, at) => cell.padStart(WIDTHS[at] ?? 0)).join("");

const HEADS: Record<Scope, string> = { shared: "shared by all accounts", account: "each account for itself" };

const table = (scope: Scope, loads: readonly Load[]): string[] => [
  row(HEADS[scope], "load", "limit", "used", "ends at"),
  ...loads
    .filter((each) => each.scope === scope)
    .map((each) => {
      const { what, unit, load, limit, used } = each;
      return row(what, measure(load, unit), measure(limit, unit), `${number(used * 100, 2)} %`, end(each));
    }),
];

function heading({ accounts, devices, connects, events, values }: Workload): string[] {
  const each = number(devices / accounts);
  const day = `coming and going ${number(connects)} times a day, with ${number(events)} events and ${number(values)} values`;
  return [
    `${number(accounts)} accounts with ${each} devices each, ${day}.`,
    `A second of the load is a day's busiest, ${PEAK} times the average. D1 is assumed to take ${D1_TAKES.read} ms for a call that reads and ${D1_TAKES.write} for one that writes.`,
  ];
}

export function report(workload: Workload): string {
  const loads = loadsOf(workload);
  const first = firstToEnd(loads);
  const needed = settingsNeeded(workload).map(
    ({ name, is, needs }) => `${name} ${number(needs)} (is ${number(is)})`,
  );
  return [
    ...heading(workload),
    "",
    ...table("shared", loads),
    "",
    ...table("account", loads),
    "",
    `First to end: ${first.what}, at ${end(first)}.`,
    ...(needed.length > 0 ? [`To be set: ${needed.join(", ")}.`] : []),
    "",
    ...bill(workload),
  ].join("\n");
}

export function facts(workload: Workload): object {
  const lines = cloudflare(workload);
  const loads = loadsOf(workload);
  return {
    workload,
    loads,
    first_to_end: firstToEnd(loads),
    to_be_set: settingsNeeded(workload),
    prices_of: PRICES_OF,
    lines,
    together: sum(lines),
  };
}

export async function main(args: string[]): Promise<number> {
  const { json, workload } = scaleOf(args);
  process.stdout.write(`${json ? JSON.stringify(facts(workload), null, 2) : report(workload)}\n`);
  return 0;
}
