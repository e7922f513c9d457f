/** Whose client is this? Asked only where the address names no account; whether the secret fits is asked again there. */

import { type Claim, claimOf, splitAccount } from "../../broker/contract/client.ts";
import { decodeUtf8 } from "../../broker/contract/utf8.ts";
import type { ConnectPacket } from "../../broker/protocol/packet.ts";
import { credentialsNamed, existingUser, ownerOfDevice, ownerOfKey } from "../db/account-search.ts";
import type { Env } from "../env.ts";
import { sameSecret } from "../secrets/digest.ts";
import { lookupHash } from "../secrets/lookup.ts";
import { loadKeys, unseal } from "../secrets/seal.ts";
import { REFUSALS, type Refusal } from "./refusal.ts";

export type Search = { userId: string } | { refused: Refusal };

/** A bare user name is tried against so many accounts; beyond that it says nothing about whose it is. */
const MAX_NAMESAKES = 8;

/** A client whose user name exists in several accounts can still say which: `{userId}/{username}`. */
export async function accountOf(env: Env, connect: ConnectPacket): Promise<Search> {
  const { clientId, username } = connect;
  const password = connect.password === null ? null : decodeUtf8(connect.password);
  // No secret of ours is anything but text.
  if (connect.password !== null && password === null) return { refused: REFUSALS.badCredentials };
  const claim = claimOf({ clientId, username, password });
  if (claim === null) return { refused: REFUSALS.notAuthorized };
  const named = username === null ? null : splitAccount(username).userId;
  const userId = await search(env, claim, named);
  return userId === null ? { refused: REFUSALS.badCredentials } : { userId };
}

async function search(env: Env, claim: Claim, named: string | null): Promise<string | null> {
  if (claim.kind === "api-key") return ownerOfKey(env.DB, await lookupHash(env, claim.key));
  if (named !== null) return existingUser(env.DB, named);
  if (claim.kind === "device") return ownerOfDevice(env.DB, claim.deviceId);
  return onlyFitting(env, claim.username, claim.password);
}

/** The one account where name and password fit; none when there are two. */
async function onlyFitting(env: Env, username: string, password: string): Promise<string | null> {
  const namesakes = await credentialsNamed(env.DB, username, MAX_NAMESAKES);
  if (namesakes.length > MAX_NAMESAKES) return null;
  const keys = await loadKeys(env);
  const fitting: string[] = [];
  for (const { id, user_id: userId, password_sealed } of namesakes) {
    const place = { table: "credentials", column: "password_sealed", id, userId };
    if (sameSecret(await unseal(keys, password_sealed, place), password)) fitting.push(userId);
  }
  const [only, second] = fitting;
  return only !== undefined && second === undefined ? only : null;
}
