/**
 * Logins that failed where no account is named: ten a minute with one name and sixty with any, from one address. Beyond
 * that nothing is looked up for it any more, right or wrong. The throttle counts for all isolates; each remembers what it
 * was told. Whoever comes from elsewhere is not concerned.
 */

import { keyOfClientId, said } from "../../broker/contract/client.ts";
import type { ConnectPacket } from "../../broker/session/packet.ts";
import type { Env } from "../env.ts";
import { check } from "../throttle/check.ts";

const REMEMBERED = 10_000;
const waiting = new Map<string, number>();

/** From where, and with which name; null where nothing is counted. */
export interface Attempt {
  address: string;
  name: string;
}

export const attemptOf = (address: string | null, { clientId, username }: ConnectPacket): Attempt | null =>
  address === null ? null : { address, name: said(username) ?? keyOfClientId(clientId) ?? "" };

const keysOf = ({ address, name }: Attempt): [string, string] => [address, `${address} ${name}`];

/** Whole seconds until such an attempt is heard; 0 when it is. */
export function waitOf(attempt: Attempt | null, now: number): number {
  if (attempt === null) return 0;
  const until = Math.max(...keysOf(attempt).map((key) => waiting.get(key) ?? 0));
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** Another one failed. A throttle that does not answer counts nothing: it was a failure all the same. */
export async function failed(env: Env, attempt: Attempt | null): Promise<void> {
  if (attempt === null) return;
  const [byAddress, byName] = keysOf(attempt);
  const now = Date.now();
  const counted = [
    { key: byAddress, answer: check(env, "mqtt-login", { address: byAddress }) },
    { key: byName, answer: check(env, "mqtt-login-name", { address: byAddress, name: byName }) },
  ];
  for (const { key, answer } of counted) {
    const { wait } = await answer.catch(() => ({ wait: null }));
    if (waiting.size >= REMEMBERED) waiting.clear();
    if (wait !== null) waiting.set(key, now + wait * 1000);
  }
}
