/** Reports the use of tokens over REST to the account's object. */

import { account } from "../account/account.ts";
import type { TokenCall } from "../api/call.ts";
import { existingUser } from "../db/account-search.ts";
import type { Env } from "../env.ts";
import { sealAddress } from "../gateway/edge-header.ts";

/** The uses that this isolate has reported. */
const INTERVAL_MS = 3_600_000;
const MAX_REMEMBERED = 10_000;
const toldAt = new Map<string, number>();

/** Returns the work for after the response; null when the use was reported a while ago. */
export function tokenUsed(
  env: Env,
  { tokenId, userId, address, now }: TokenCall,
): (() => Promise<void>) | null {
  if (now - (toldAt.get(tokenId) ?? 0) < INTERVAL_MS) return null;
  if (toldAt.size >= MAX_REMEMBERED) toldAt.clear();
  toldAt.set(tokenId, now);
  return async () => account(env, userId).noteTokenUse(tokenId, await sealAddress(env, userId, address));
}

/** A row in the account's refusal log. A made-up account has no object to write to. */
export async function noteGuesses(env: Env, userId: string): Promise<void> {
  if ((await existingUser(env.DB, userId)) === null) return;
  const words =
    "Too many tokens that do not exist or have expired came over HTTP from one address; it waits a minute.";
  const note = { clientId: "HTTP", clientKind: "token", clientName: null, words, remedy: null } as const;
  await account(env, userId).noteRefusal(note);
}
