/** Caches the blocks of account objects per isolate, so that a flood of upgrades ends here. */

import { putNewest } from "../../broker/contract/bounded.ts";
import { type Env, throttleIsOff } from "../env.ts";
import { digest } from "../keys/digest.ts";
import { addressKey } from "../throttle/address.ts";

const MAX_ENTRIES = 10_000;
const blockedUntil = new Map<string, number>();

/** Returns 32 hex digits that stand for an address; null if throttling is off. */
export const hashOfAddress = (env: Env, address: string): string | null =>
  throttleIsOff(env) ? null : digest(addressKey(address)).slice(0, 32);

/** Returns the whole seconds for which the account still blocks the address; 0 if it does not. */
export function blockedSeconds(userId: string, addressHash: string | null, now: number): number {
  const until = blockedUntil.get(`${userId} ${addressHash}`);
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}

/** Caches the block that a 429 of the object reports. Returns its seconds, 0 for any other response. */
export function cacheBlock(
  userId: string,
  addressHash: string | null,
  { status, headers }: Response,
  now: number,
): number {
  if (status !== 429) return 0;
  const wait = Number(headers.get("Retry-After")) || 1;
  putNewest(blockedUntil, `${userId} ${addressHash}`, now + wait * 1000, MAX_ENTRIES);
  return wait;
}
