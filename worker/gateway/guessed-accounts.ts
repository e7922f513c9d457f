/** Limits requests for invented account ids per address, because each would wake an object. */

import type { Env } from "../env.ts";
import { recordFailure, secondsToWait } from "./failed-logins.ts";

/** Ids without an account, and the time until which this is assumed. */
const missingUntil = new Map<string, number>();
/** Ids of existing accounts, which are never counted as guesses. */
const existing = new Set<string>();
const REMEMBER_MS = 60_000;
const MAX_ENTRIES = 10_000;

const guessOf = (userId: string, address: string | null) =>
  address === null || existing.has(userId) ? null : { address, name: "an account" };

/** Returns the whole seconds until this address may ask for this account; 0 if it may now. */
export const guessWait = (userId: string, address: string | null, now: number): number =>
  secondsToWait(guessOf(userId, address), now);

export const isMissing = (userId: string, now: number): boolean => (missingUntil.get(userId) ?? 0) > now;

export async function recordMissing(env: Env, userId: string, address: string | null): Promise<void> {
  if (missingUntil.size >= MAX_ENTRIES) missingUntil.clear();
  missingUntil.set(userId, Date.now() + REMEMBER_MS);
  existing.delete(userId);
  await recordFailure(env, guessOf(userId, address));
}

export function recordExisting(userId: string): void {
  if (existing.size >= MAX_ENTRIES) existing.clear();
  existing.add(userId);
}
