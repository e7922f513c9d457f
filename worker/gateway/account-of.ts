/** Whose client is this? Asked only where the address names no account; whether the secret fits is asked again there. */

import { type Claim, claimOf, said, splitAccount } from "../../broker/contract/client.ts";
import { accountOfToken } from "../../broker/contract/token.ts";
import { decodeUtf8 } from "../../broker/contract/utf8.ts";
import type { ConnectPacket } from "../../broker/session/packet.ts";
import { existingUser, ownerOfDevice, ownerOfKey } from "../db/account-search.ts";
import type { Env } from "../env.ts";
import { lookupHashes } from "../keys/lookup.ts";
import { byName, type Found, ofWrongKey, type Told } from "./namesakes.ts";
import { REFUSALS, type Refusal } from "./refusal.ts";

/** `told` is for the owners of accounts, and never for whoever asks. */
export type Search = { userId: string } | { refused: Refusal; told?: readonly Told[] };

/** A client whose user name exists in several accounts can still say which: `{userId}/{username}`. */
export async function accountOf(env: Env, connect: ConnectPacket): Promise<Search> {
  const { clientId, username } = connect;
  const password = connect.password === null ? null : decodeUtf8(connect.password);
  // No secret of ours is anything but text.
  if (connect.password !== null && password === null) return { refused: REFUSALS.badCredentials };
  const claim = claimOf({ clientId, username, password });
  if (claim === null) return { refused: REFUSALS.notAuthorized };
  const { userId, told = [] } = await search(env, claim, { clientId, username: said(username) });
  if (userId !== null) return { userId };
  return { refused: REFUSALS.badCredentials, ...(told.length > 0 && { told }) };
}

async function search(
  env: Env,
  claim: Claim,
  who: { clientId: string; username: string | null },
): Promise<Found> {
  const named = who.username === null ? null : splitAccount(who.username).userId;
  if (claim.kind === "api-key") {
    const userId = await ownerOfKey(env.DB, await lookupHashes(env, claim.key));
    return userId === null ? ofWrongKey(env, who) : { userId };
  }
  // its digest is in the copy of that account, or nowhere
  if (claim.kind === "token") return { userId: accountOfToken(claim.token) };
  if (named !== null) return { userId: await existingUser(env.DB, named) };
  if (claim.kind === "device") return { userId: await ownerOfDevice(env.DB, claim.deviceId) };
  return byName(env, who.clientId, claim);
}
