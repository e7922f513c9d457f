/** Ten exports at once of an account that fills every limit of what an export multiplies. */

import { setTimeout as pause } from "node:timers/promises";
import type { Channel } from "../../worker/contract/channels.ts";
import type { Account } from "../support/account.ts";
import type { Attack } from "./sockets.ts";

export const EXPORTS = "ten exports at once of a full account";
const AT_ONCE = 10;
const [DEVICES, CREDENTIALS, CHANNELS] = [110, 50, 100];
/** Bytes of a topic: the account's prefix has 37 of the 200 that one may have. */
const TOPIC = 160;

/** Found devices count beside a person's own; here all are the account's own. */
export const FULL: Readonly<Record<string, string>> = {
  MAX_DEVICES: String(DEVICES + 1),
  CHANGE_RATE: "0",
};

export const exports: Attack = async ({ port, token }, over) => {
  const headers = { authorization: `Token ${token}` };
  const one = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/v0/export/`, { headers });
    for await (const _ of answer.body ?? []) if (over.aborted) return;
  };
  await Promise.allSettled(Array.from({ length: AT_ONCE }, one));
  while (!over.aborted) await pause(100);
};

export async function fill(account: Account): Promise<{ look(): Promise<string[]> }> {
  const channels: Channel[] = [];
  for (let n = 0; n < CHANNELS; n++) {
    const body = { name: `Channel ${n}`, topic: `${n}`.padStart(TOPIC, "c") };
    channels.push(await account.call<Channel>("POST", "/v0/mqtt/channels/", body));
  }
  for (let n = 0; n < CREDENTIALS; n++) await account.newCredential(`user-${n}`, channels);
  for (let n = 0; n < DEVICES; n++) await account.newDevice(`Device ${n}`);
  return { look: async () => [] };
}
