/** Limits requests for invented account ids per address, because each would wake an object. */

import { isKnownAccount, mayBeAccount, noteNoAccount } from "../account/object.ts";
import { AddressCounter } from "../address-counter.ts";
import type { Env } from "../env.ts";
import { recordFailure, secondsToWait } from "./failed-logins.ts";

/** Searches of an address at once: they are counted only when they have failed. */
const MAX_SEARCHES = 20;
const searches = new AddressCounter();

const guessOf = (userId: string, address: string | null) =>
  address === null || isKnownAccount(userId) ? null : { address, name: "an account" };

/** Returns the whole seconds until this address may ask for this account; 0 if it may now. */
export const guessWait = (userId: string, address: string | null, now: number): number =>
  secondsToWait(guessOf(userId, address), now);

export async function recordMissing(env: Env, userId: string, address: string | null): Promise<void> {
  noteNoAccount(userId);
  await recordFailure(env, guessOf(userId, address));
}

/** Returns whether there may be such an account, or the seconds to wait. Counts an id without one. */
export async function searchAccount(
  env: Env,
  userId: string,
  address: string | null,
): Promise<boolean | { wait: number }> {
  if (isKnownAccount(userId)) return true;
  if (address !== null && !searches.add(address, MAX_SEARCHES)) return { wait: 1 };
  try {
    if (await mayBeAccount(env, userId)) return true;
    await recordMissing(env, userId, address);
    return false;
  } finally {
    if (address !== null) searches.remove(address);
  }
}
