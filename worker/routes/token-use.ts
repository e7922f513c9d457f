/** Tells an account's object that a token was used over REST, once an hour: every isolate remembers which it has told. */

import { account } from "../account/account.ts";
import type { Env } from "../env.ts";
import { sealedAddress } from "../gateway/arrival.ts";
import type { TokenUse } from "../http/call.ts";

const INTERVAL_MS = 3_600_000;
const MAX_REMEMBERED = 10_000;
const toldAt = new Map<string, number>();

/** What is to be done after the answer; null where it was done a while ago. */
export function tokenUsed(
  env: Env,
  { tokenId, userId, address, now }: TokenUse,
): (() => Promise<void>) | null {
  if (now - (toldAt.get(tokenId) ?? 0) < INTERVAL_MS) return null;
  if (toldAt.size >= MAX_REMEMBERED) toldAt.clear();
  toldAt.set(tokenId, now);
  return async () => account(env, userId).noteTokenUse(tokenId, await sealedAddress(env, userId, address));
}
