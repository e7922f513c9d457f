/** Reports the use of tokens and login sessions over REST to the account's object. */

import { putNewest } from "../../broker/contract/bounded.ts";
import { askAccount } from "../account/account.ts";
import type { BearerUse } from "../api/call.ts";
import { existingUser } from "../db/account-search.ts";
import type { Env } from "../env.ts";
import { sealAddress } from "../gateway/arrival.ts";

/** The uses that this isolate has reported. */
const INTERVAL_MS = 3_600_000;
const MAX_REMEMBERED = 10_000;
const toldAt = new Map<string, number>();

/** Returns the work for after the response; null when the use was reported a while ago. */
export function bearerUsed(env: Env, use: BearerUse): (() => Promise<void>) | null {
  const { userId, now } = use;
  const bearer = "session" in use ? use.session : use.tokenId;
  if (now - (toldAt.get(bearer) ?? 0) < INTERVAL_MS) return null;
  putNewest(toldAt, bearer, now, MAX_REMEMBERED);
  if ("session" in use)
    return async () => askAccount(env, userId, (account) => account.noteSessionUse(use.session));
  return async () => {
    const address = await sealAddress(env, userId, use.address);
    await askAccount(env, userId, (account) => account.noteTokenUse(use.tokenId, address));
  };
}

/** A row in the account's refusal log. A made-up account has no object to write to. */
export async function noteGuesses(env: Env, userId: string): Promise<void> {
  if ((await existingUser(env.DB, userId)) === null) return;
  const words =
    "Too many tokens that do not exist or have expired came over HTTP from one address; it waits a minute.";
  const note = { clientId: "HTTP", clientKind: "token", clientName: null, words, remedy: null } as const;
  await askAccount(env, userId, (account) => account.noteRefusal(note));
}
