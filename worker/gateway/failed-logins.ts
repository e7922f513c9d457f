/**
 * Limits failed logins without an account in the address: 10 a minute with one name, 60 with any, from one address.
 * The throttle counts for all isolates; each caches its answers.
 */

import { putNewest } from "../../broker/contract/bounded.ts";
import { keyOfClientId, usernameOf } from "../../broker/contract/client.ts";
import type { ConnectPacket } from "../../broker/session/packet.ts";
import type { Env } from "../env.ts";
import { check } from "../throttle/check.ts";

const MAX_ENTRIES = 10_000;
/** Time until which logins are refused, by address, and by address and name. */
const blockedUntil = new Map<string, number>();

export interface LoginAttempt {
  address: string;
  name: string;
}

export const attemptOf = (address: string | null, connect: ConnectPacket): LoginAttempt | null =>
  address === null ? null : { address, name: usernameOf(connect) ?? keyOfClientId(connect.clientId) ?? "" };

const keysOf = ({ address, name }: LoginAttempt): [string, string] => [address, `${address} ${name}`];

/** Returns the whole seconds until the attempt is allowed; 0 if it is allowed now. */
export function secondsToWait(attempt: LoginAttempt | null, now: number): number {
  if (attempt === null) return 0;
  const until = Math.max(...keysOf(attempt).map((key) => blockedUntil.get(key) ?? 0));
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** Counts a failed attempt. If the throttle does not answer, the failure is not counted. */
export async function recordFailure(env: Env, attempt: LoginAttempt | null): Promise<void> {
  if (attempt === null) return;
  const [byAddress, byName] = keysOf(attempt);
  const now = Date.now();
  const checks = [
    { key: byAddress, answer: check(env, "mqtt-login", { address: byAddress }) },
    { key: byName, answer: check(env, "mqtt-login-name", { address: byAddress, name: byName }) },
  ];
  for (const { key, answer } of checks) {
    const { wait } = await answer.catch(() => ({ wait: null }));
    if (wait !== null) putNewest(blockedUntil, key, now + wait * 1000, MAX_ENTRIES);
  }
}
