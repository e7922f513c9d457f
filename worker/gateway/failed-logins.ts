/**
 * Limits failed logins without an account in the address, from one address: 10 a minute with one name and password, 10
 * different passwords with one name, 60 logins in all. A login that was right there lately passes. So a forgotten program
 * with an old password holds back itself, and none of its neighbours. The throttle counts for all isolates; each caches
 * its answers.
 */

import { Buffer } from "node:buffer";
import { putNewest } from "../../broker/contract/bounded.ts";
import { keyOfClientId, usernameOf } from "../../broker/contract/client.ts";
import type { ConnectPacket } from "../../broker/session/packet.ts";
import type { Env } from "../env.ts";
import { digest } from "../keys/digest.ts";
import { check } from "../throttle/check.ts";

const MAX_ENTRIES = 10_000;
/** How long a login passes after its account accepted it. Milliseconds. */
const RIGHT_FOR = 10 * 60_000;
/** The same login again within this time is no further guess. Milliseconds. */
const SAME_GUESS = 60_000;
/** Time until which logins are refused, by address, by address and name, and by login. */
const blockedUntil = new Map<string, number>();
/** When each login was last right, and when it was first counted as wrong. Milliseconds since 1970. */
const rightAt = new Map<string, number>();
const wrongAt = new Map<string, number>();

export interface LoginAttempt {
  address: string;
  name: string;
  /** A digest of address, name and password. */
  login: string;
}

export function attemptOf(address: string | null, connect: ConnectPacket): LoginAttempt | null {
  if (address === null) return null;
  const name = usernameOf(connect) ?? keyOfClientId(connect.clientId) ?? "";
  const password = connect.password === null ? "" : Buffer.from(connect.password).toString("base64");
  return { address, name, login: digest(`${address}\n${name}\n${password}`) };
}

const keysOf = ({ address, name, login }: LoginAttempt): [string, string, string] => [
  address,
  `${address} ${name}`,
  login,
];

/** Returns the whole seconds until the attempt is allowed; 0 if it is allowed now. */
export function secondsToWait(attempt: LoginAttempt | null, now: number): number {
  if (attempt === null) return 0;
  const isRight = now - (rightAt.get(attempt.login) ?? Number.NEGATIVE_INFINITY) < RIGHT_FOR;
  const keys = isRight ? [attempt.login] : keysOf(attempt);
  const until = Math.max(...keys.map((key) => blockedUntil.get(key) ?? 0));
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** Notes a login that its account accepted. */
export function recordRight(attempt: LoginAttempt | null): void {
  if (attempt === null) return;
  putNewest(rightAt, attempt.login, Date.now(), MAX_ENTRIES);
  wrongAt.delete(attempt.login);
}

/** Counts a failed attempt. If the throttle does not answer, the failure is not counted. */
export async function recordFailure(env: Env, attempt: LoginAttempt | null): Promise<void> {
  if (attempt === null) return;
  const [byAddress, byName, byLogin] = keysOf(attempt);
  const now = Date.now();
  rightAt.delete(byLogin);
  const isRepeated = now - (wrongAt.get(byLogin) ?? Number.NEGATIVE_INFINITY) < SAME_GUESS;
  const checks = [
    { key: byLogin, answer: check(env, "mqtt-login-name", { address: byAddress, name: byLogin }) },
  ];
  if (!isRepeated) {
    putNewest(wrongAt, byLogin, now, MAX_ENTRIES);
    checks.push(
      { key: byAddress, answer: check(env, "mqtt-login", { address: byAddress }) },
      { key: byName, answer: check(env, "mqtt-login-name", { address: byAddress, name: byName }) },
    );
  }
  for (const { key, answer } of checks) {
    const { wait } = await answer.catch(() => ({ wait: null }));
    if (wait !== null) putNewest(blockedUntil, key, now + wait * 1000, MAX_ENTRIES);
  }
}
