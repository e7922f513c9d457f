/** Caches the blocks of account objects per isolate, so that a flood of upgrades ends here. */

import { READ_CONNECT_HEADER } from "../../broker/contract/account.ts";
import { putNewest } from "../../broker/contract/bounded.ts";
import { type Env, throttleIsOff } from "../env.ts";
import { digest } from "../keys/digest.ts";
import { addressKey } from "../throttle/address.ts";

const MAX_ENTRIES = 10_000;

/** Of an address by an account. */
export interface UpgradeBlock {
  seconds: number;
  /** It holds for clients whose CONNECT is not read yet. */
  isForUnread: boolean;
}

const blocks = new Map<string, { until: number; isForUnread: boolean }>();

/** Returns 32 hex digits that stand for an address; null if throttling is off. */
export const hashOfAddress = (env: Env, address: string): string | null =>
  throttleIsOff(env) ? null : digest(addressKey(address)).slice(0, 32);

/** Returns the block of the address by the account while it lasts, or null. */
export function blockOf(userId: string, addressHash: string | null, now: number): UpgradeBlock | null {
  const block = blocks.get(`${userId} ${addressHash}`);
  if (block === undefined || block.until <= now) return null;
  return { seconds: Math.ceil((block.until - now) / 1000), isForUnread: block.isForUnread };
}

/** Caches the block that a 429 of the object reports, and returns it; null for any other response. */
export function cacheBlock(
  userId: string,
  addressHash: string | null,
  { status, headers }: Response,
  now: number,
): UpgradeBlock | null {
  if (status !== 429) return null;
  const block = {
    seconds: Number(headers.get("Retry-After")) || 1,
    isForUnread: headers.has(READ_CONNECT_HEADER),
  };
  const { seconds, isForUnread } = block;
  putNewest(blocks, `${userId} ${addressHash}`, { until: now + seconds * 1000, isForUnread }, MAX_ENTRIES);
  return block;
}
