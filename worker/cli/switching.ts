/** What `switch` and `set` share: values of controls on the command line, and the outcome of a command. */

import { InvalidArgumentError } from "commander";
import type { BodyOf } from "../contract/api.ts";
import type { WaitingOrder } from "../contract/approvals.ts";
import { MAX_SWITCH_WAIT } from "../contract/limits.ts";
import { CliError } from "./cli-error.ts";
import type { CliRun } from "./command.ts";
import { findDevice } from "./device-name.ts";
import { localTime } from "./moment.ts";

export interface SwitchOptions {
  wait?: true;
  json?: true;
}

export type ControlValues = NonNullable<BodyOf<"switchDevice">["set"]>;

export const WAIT_HELP = `wait for the device, at most ${MAX_SWITCH_WAIT} seconds`;
export const EXIT_NOTES = `Exit code 0 only if the device took the command, 3 if it has not acknowledged it, 4 if it is not
connected. Needs the scope devices:switch, and devices:read for a device's name.`;
export const VALUE_NOTES = `A value is a number, true, false, or else a text. Quote a text that looks like a number: name='"40"'.`;

/** Adds `key=value` to the values before it. */
export function addValue(pair: string, before: ControlValues = {}): ControlValues {
  const at = pair.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("Write key=value, such as brightness=40.");
  return Object.fromEntries([...Object.entries(before), [pair.slice(0, at), readValue(pair.slice(at + 1))]]);
}

function readValue(text: string): ControlValues[string] {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (typeof value === "boolean" || typeof value === "string") return value;
  } catch {
    // a text
  }
  return text;
}

/** The same answer, where the device asks its owner about the token. */
const isWaiting = (outcome: object): outcome is WaitingOrder => "approval" in outcome;

/** Switches a device, and prints the outcome. `done`: what follows its name when it took the command. */
export async function switchDevice(
  run: CliRun,
  given: string,
  body: Pick<BodyOf<"switchDevice">, "state" | "set">,
  { done, wait, json }: SwitchOptions & { done: string },
): Promise<"done"> {
  const api = run.api();
  const { id, name } = await findDevice(api, given);
  const outcome = await api.call("switchDevice", { id, body: { ...body, wait: wait ? MAX_SWITCH_WAIT : 0 } });
  if (json) run.json(outcome);
  if (isWaiting(outcome)) {
    const until = `until ${localTime(outcome.ends_at)}`;
    const words = `${name} asks its owner first: the order waits for approval ${until}. See "switchyard approvals".`;
    throw new CliError("accepted", words);
  }
  if (outcome.delivered_at !== null) {
    if (!json) run.print(`${name} ${done}: it took the command.`);
    return "done";
  }
  if (!outcome.device_connected) {
    throw new CliError("notConnected", `${name} is not connected: it has not taken the command.`);
  }
  const remedy = wait ? "it is connected, but does not acknowledge" : "add --wait to wait for the device";
  throw new CliError("accepted", `The broker has the command for ${name}: ${remedy}.`);
}
