/** `npm run cost` prints what a workload costs a month, `npm run scale` which limit it meets first; options: `DEFAULTS`. */

import { parseArgs } from "node:util";
import { API_LIMITS } from "../../../worker/contract/api-limits.ts";
import { UserError } from "../../../worker/local/user-error.ts";
import { PRICES_OF } from "./figures.ts";
import * as model from "./model.ts";

export function workloadOf([command, ...args]: string[]): model.Workload {
  const options = Object.fromEntries(
    Object.keys(model.DEFAULTS).map((name) => [name, { type: "string" as const }]),
  );
  const set: Partial<model.Workload> = {};
  try {
    for (const [name, text] of Object.entries(parseArgs({ args, options }).values)) {
      set[name as keyof model.Workload] = numberFrom(name, String(text));
    }
  } catch (error) {
    throw new UserError(`${(error as Error).message} Options: --${Object.keys(options).join(", --")}.`);
  }
  const { accounts = 100_000 } = set;
  const home = {
    accounts,
    devices: accounts * API_LIMITS.MAX_DEVICES.default,
    "connects-a-day": 2,
    "events-a-day": 20,
  };
  return { ...model.DEFAULTS, ...(command === "scale" && home), ...set };
}

function numberFrom(name: string, text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  const [least, most] = [name === "accounts" ? 1 : 0, name === "qos" ? 1 : Number.MAX_VALUE];
  if (value >= least && value <= most) return value;
  throw new Error(`--${name} must be a number from ${least}${name === "qos" ? " to 1" : ""}, not "${text}".`);
}

const count = (value: number): string => Math.round(value).toLocaleString("en-US");
/** Two digits: the assumptions do not allow more. */
export const roughly = (value: number): string =>
  Number(value.toPrecision(2)).toLocaleString("en-US", { maximumSignificantDigits: 2 });
const row = (what: string, amount: string, rest: string): string =>
  what.padEnd(36) + amount.padStart(24) + rest.padStart(26);
const dollars = (value: number): string => `$${value.toFixed(2)}`;

export function report(command: string | undefined, workload: model.Workload): string {
  const bill = model.billOf(workload);
  const { aws, emqx } = model.elsewhere(workload);
  const loads = model.loadsOf(workload);
  const acted = model.mostActed();
  const end = ({ endsAt, shared }: model.Load) =>
    endsAt === null ? "–" : `${roughly(endsAt)} ${shared ? "accounts" : "devices in one"}`;
  const scale = [
    row("limit", "used", "reached at"),
    ...loads.map((load) => row(load.what, `${roughly(load.used * 100)} %`, end(load))),
    `First limit: ${model.firstToEnd(loads).what}, at ${end(model.firstToEnd(loads))}.`,
    "",
  ];
  return [
    JSON.stringify(workload),
    ...(command === "scale" ? scale : []),
    `A month, at list prices of ${PRICES_OF}:`,
    ...[...bill, model.metricsLine(workload)].map((each) =>
      row(each.what, count(each.amount), dollars(each.dollars)),
    ),
    row("together, without metrics", "", dollars(model.dollarsOf(bill))),
    row("the same on AWS IoT Core", "", dollars(aws)),
    row("the same on EMQX Serverless", "", dollars(emqx)),
    "",
    `The watches of an account that switch all day write ${count(acted.rows)} rows of it, ${roughly(acted.part * 100)} % of MAX_ROWS_A_DAY.`,
  ].join("\n");
}

export async function main(args: string[]): Promise<number> {
  process.stdout.write(`${report(args[0], workloadOf(args))}\n`);
  return 0;
}
