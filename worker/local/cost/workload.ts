/** What is asked of the product, and how `npm run cost` and `npm run scale` are told. */

import { parseArgs } from "node:util";
import { Problem } from "../problem.ts";

/** Of a month. */
export const DAYS = 30;

export interface Workload {
  /** Brokers that devices are spread over, evenly. */
  accounts: number;
  /** In all, connected all month. */
  devices: number;
  /** Seconds; 0 is no keep alive. */
  keepAlive: number;
  /** How often a device comes and goes a day. */
  connects: number;
  /** Commands to a device a day, each of them an event; those of its coming and going come on top. */
  events: number;
  /** Samples of a device's telemetry a day. */
  values: number;
  /** Other messages a month, in all, by QoS. */
  publishes: number;
  qos: 0 | 1;
  /** Of each message. */
  readers: number;
  /** Bytes of a payload. */
  payload: number;
  /** How often the page of an account is opened a day, for five minutes. */
  visits: number;
}

/** Each option, and what it says. */
const OPTIONS = {
  accounts: "accounts",
  devices: "devices",
  keepalive: "keepAlive",
  "connects-a-day": "connects",
  "events-a-day": "events",
  values: "values",
  publishes: "publishes",
  qos: "qos",
  readers: "readers",
  payload: "payload",
  "visits-a-day": "visits",
} as const satisfies Record<string, keyof Workload>;

export const DEFAULTS: Workload = {
  accounts: 1000,
  devices: 1_000_000,
  keepAlive: 60,
  connects: 1,
  events: 0,
  values: 0,
  publishes: 0,
  qos: 0,
  readers: 1,
  payload: 64,
  visits: 1,
};

/** What may not be nothing. */
const LEAST: Partial<Workload> = { accounts: 1 };

type Given = Record<string, string | boolean | undefined>;

/** Whether `--json` was said, and the workload; what is not said is as in `defaults`. */
export function asked(args: string[], defaults: (said: Partial<Workload>) => Workload) {
  const given = parsed(args);
  const said: Partial<Record<keyof Workload, number>> = {};
  for (const [option, name] of Object.entries(OPTIONS)) {
    const text = given[option];
    if (text !== undefined) said[name] = numberOf(option, String(text), LEAST[name] ?? 0);
  }
  if (said.qos !== undefined && said.qos !== 0 && said.qos !== 1) throw new Problem("--qos must be 0 or 1.");
  const workload = said as Partial<Workload>;
  return { json: given.json === true, workload: { ...defaults(workload), ...workload } };
}

function numberOf(option: string, text: string, least: number): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(value) && value >= least) return value;
  const words = least === 0 ? "zero" : "one";
  throw new Problem(`--${option} must be a number, ${words} or more, not "${text}".`);
}

function parsed(args: string[]): Given {
  const names = Object.keys(OPTIONS);
  const numbers = Object.fromEntries(names.map((name) => [name, { type: "string" } as const]));
  try {
    return parseArgs({ args, options: { ...numbers, json: { type: "boolean" } } }).values;
  } catch (error) {
    throw new Problem(`${(error as Error).message} Known: --${[...names, "json"].join(", --")}.`);
  }
}
