/** Finds the account of a CONNECT whose address names none. The account's own object authenticates the client afterwards. */

import { type Claim, claimOf, splitAccount, usernameOf } from "../../broker/contract/client.ts";
import { accountOfToken } from "../../broker/contract/token.ts";
import { decodeUtf8 } from "../../broker/contract/utf8.ts";
import type { ConnectPacket } from "../../broker/session/packet.ts";
import type { Reason } from "../../broker/session/reason.ts";
import { isKnownAccount, mayBeAccount, noteNoAccount } from "../account/account.ts";
import { AddressCounter } from "../address-counter.ts";
import { existingUser, ownerOfDevice, ownerOfKey } from "../db/account-search.ts";
import type { Env } from "../env.ts";
import { lookupHashes } from "../keys/keys.ts";
import { GATEWAY_REFUSALS } from "./connect-refusal.ts";
import { recordFailure, secondsToWait } from "./failed-logins.ts";
import {
  explainNoPassword,
  explainWrongKey,
  findByUsername,
  type OwnerNotice,
  type UsernameMatch,
} from "./username-lookup.ts";

/** `notices` go to the owners of accounts, never to the client. */
export type AccountLookup = { userId: string } | { refused: Reason; notices?: readonly OwnerNotice[] };

/** A client can name its account if its user name is not unique: `{userId}/{username}`. */
export async function findAccount(env: Env, connect: ConnectPacket): Promise<AccountLookup> {
  const { clientId, username } = connect;
  const password = connect.password === null ? null : decodeUtf8(connect.password);
  // All our secrets are text.
  if (connect.password !== null && password === null) return { refused: GATEWAY_REFUSALS.badCredentials };
  const claim = claimOf({ clientId, username, password });
  if (claim === null) {
    const { notices = [] } = await explainNoPassword(env, { clientId, username: usernameOf(connect) });
    return { refused: GATEWAY_REFUSALS.notAuthorized, ...(notices.length > 0 && { notices }) };
  }
  const { userId, notices = [] } = await search(env, claim, { clientId, username: usernameOf(connect) });
  if (userId !== null) return { userId };
  return { refused: GATEWAY_REFUSALS.badCredentials, ...(notices.length > 0 && { notices }) };
}

/** A token holds its account's id. Only that account's object has the digest of the token. */
async function accountNamedBy(env: Env, token: string): Promise<string | null> {
  const userId = accountOfToken(token);
  return userId !== null && (await mayBeAccount(env, userId)) ? userId : null;
}

async function search(
  env: Env,
  claim: Claim,
  client: { clientId: string; username: string | null },
): Promise<UsernameMatch> {
  const accountInUsername = client.username === null ? null : splitAccount(client.username).userId;
  if (claim.kind === "api-key") {
    const userId = await ownerOfKey(env.DB, lookupHashes(env, claim.key));
    return userId === null ? explainWrongKey(env, client) : { userId };
  }
  if (claim.kind === "token") return { userId: await accountNamedBy(env, claim.token) };
  if (accountInUsername !== null) return { userId: await existingUser(env.DB, accountInUsername) };
  if (claim.kind === "device") {
    const userId = await ownerOfDevice(env.DB, claim.deviceId);
    // of a device that is gone, the credential finds the owner, whose object explains the refusal
    return userId === null
      ? findByUsername(env, client.clientId, { ...claim, kind: "credential" })
      : { userId };
  }
  return findByUsername(env, client.clientId, claim);
}

// Limits requests for invented account ids per address, because each would wake an object.

/** Searches of an address at once: they are counted only when they have failed. */
const MAX_SEARCHES = 20;
const searches = new AddressCounter();

const guessOf = (userId: string, address: string | null) =>
  address === null || isKnownAccount(userId)
    ? null
    : { address, name: "an account", login: `${address} ${userId}` };

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
