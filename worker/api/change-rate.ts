/**
 * Rate limiter of changes over REST: a token bucket per account, in the isolate's memory, because a shared counter
 * would cost every change a round trip, and an account's calls reach few isolates. It is full again after five seconds.
 */

import type { Endpoint } from "../contract/endpoint.ts";
import { SIGN_IN_CALLS } from "../contract/sign-in.ts";
import { type Env, settings } from "../env.ts";
import { throttleIsOff } from "../throttle/check.ts";

/** Seconds of the rate that may come at once. */
const BURST_SECONDS = 5;
const MAX_BUCKETS = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

const buckets = new Map<string, Bucket>();

/** For a call without a valid caller. */
export function giveBackChange(account: string): void {
  const bucket = buckets.get(account);
  if (bucket !== undefined) bucket.tokens++;
}

/** Takes a token. Returns the whole seconds until there is one; null when there was one. 0 is no limit. */
export function waitOfChange(account: string, perSecond: number, now: number): number | null {
  if (perSecond === 0) return null;
  const most = perSecond * BURST_SECONDS;
  const { tokens: before, at } = buckets.get(account) ?? { tokens: most, at: now };
  const tokens = Math.min(most, before + (Math.max(0, now - at) / 1000) * perSecond);
  if (tokens < 1) return Math.ceil((1 - tokens) / perSecond);
  // re-inserted: the account without changes for the longest time is the first of the map
  buckets.delete(account);
  buckets.set(account, { tokens: tokens - 1, at: now });
  if (buckets.size > MAX_BUCKETS) buckets.delete(buckets.keys().next().value ?? "");
  return null;
}

/** Logging out is never limited. */
export const countsAsChange = ({ method, path, isMessage }: Endpoint, env: Env): boolean =>
  method !== "GET" && !isMessage && path !== SIGN_IN_CALLS.logout.path && !throttleIsOff(env);

/** Counts a change of the account. Returns the seconds to wait; null when it may proceed. */
export function changeWait(endpoint: Endpoint, env: Env, userId: string, now: number): number | null {
  if (!countsAsChange(endpoint, env)) return null;
  return waitOfChange(userId, settings(env).limits.CHANGE_RATE, now);
}
