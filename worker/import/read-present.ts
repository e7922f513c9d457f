/** What an account has now, through the public API. */

import type { Schedule } from "../contract/schedules.ts";
import type { PlannedCall, PresentAccount } from "./planned.ts";

/** How an import calls the API: on the command line, or in the page. It waits when the API asks to. */
export type SendCall = (call: PlannedCall) => Promise<CallAnswer>;

export type CallAnswer =
  | { isDone: true; json: unknown }
  /** The API refused it, with this sentence; 0: no answer. */
  | { isDone: false; status: number; sentence: string };

const LISTS = {
  user: "readUser",
  settings: "readSettings",
  api_keys: "listApiKeys",
  channels: "listChannels",
  credentials: "listCredentials",
  devices: "listDevices",
  watches: "listWatches",
  targets: "listTargets",
} as const satisfies Partial<Record<keyof PresentAccount, PlannedCall["name"]>>;

/** Throws the sentence of a call that was refused. */
export async function readPresent(send: SendCall): Promise<PresentAccount> {
  const lists: [string, unknown][] = [];
  for (const [name, call] of Object.entries(LISTS)) lists.push([name, await read(send, { name: call })]);
  const account = Object.fromEntries(lists) as Omit<PresentAccount, "schedules">;
  const schedules: PresentAccount["schedules"] = [];
  for (const { id } of account.devices) {
    const list = (await read(send, { name: "listSchedules", id })) as Schedule[];
    schedules.push(...list.map((schedule) => ({ ...schedule, device: id })));
  }
  return { ...account, schedules };
}

/** A call of an import was refused, or had no answer: nothing can go on. */
export class CallRefused extends Error {
  override readonly name = "CallRefused";
}

async function read(send: SendCall, call: PlannedCall): Promise<unknown> {
  const answer = await send(call);
  if (!answer.isDone) throw new CallRefused(answer.sentence);
  return answer.json;
}
