/**
 * Finds the account of a user name that several accounts may have, by the password. Failures are reported to the
 * owners, not to the client.
 */

import type { RefusalNote } from "../../broker/contract/account.ts";
import { type Claim, splitAccount } from "../../broker/contract/client.ts";
import { credentialsNamed, type NamedCredential } from "../db/account-search.ts";
import type { Env } from "../env.ts";
import { sameSecret } from "../keys/digest.ts";
import { type SealEnv, unseal } from "../keys/seal.ts";

/** If more accounts share a user name, a password no longer selects one of them. */
const MAX_SHARING_ACCOUNTS = 8;
/** Credentials that are compared to find the owners to notify. */
const MAX_CANDIDATES = 32;

/** A row for an account's refusal log. */
export interface OwnerNotice {
  userId: string;
  note: RefusalNote;
}

export interface UsernameMatch {
  userId: string | null;
  notices?: readonly OwnerNotice[];
}

/** Same wording as `broker/hub/rights/authenticator.ts`, which explains refusals at an account's own address. */
const REASONS = {
  key: "The account has no such API key.",
  none: "The user name came without its password.",
  wrong: "The password does not match the credential with this user name.",
  expired: "The password was rotated, and this old one no longer works: use the current one.",
  ambiguous:
    "Another account has the same user name with the same password. Put the account into the address or the user name.",
  crowded: `More than ${MAX_SHARING_ACCOUNTS} accounts have this user name. Put the account into the address or the user name.`,
} as const;

/** Returns the account whose user name and password match, or null if there are several or too many candidates. */
export async function findByUsername(
  env: Env,
  clientId: string,
  { username, password }: Extract<Claim, { kind: "credential" }>,
): Promise<UsernameMatch> {
  const candidates = await credentialsNamed(env.DB, username, MAX_CANDIDATES);
  const [first] = candidates;
  if (first?.server_made === 1) return { userId: first.user_id };
  const checked = await Promise.all(
    candidates.map(async (row) => ({ row, result: await checkPassword(env, row, password) })),
  );
  const matches = checked.filter(({ result }) => result === "valid").map(({ row }) => row);
  const client = { clientId, clientKind: "credential", clientName: username } as const;
  const isCrowded = candidates.length > MAX_SHARING_ACCOUNTS;
  if (isCrowded || matches.length > 1) {
    const words = isCrowded ? REASONS.crowded : REASONS.ambiguous;
    return { userId: null, notices: matches.map((row) => noticeTo(row, { ...client, words }, "username")) };
  }
  const [match] = matches;
  if (match !== undefined) return { userId: match.user_id };
  const [only, second] = checked;
  if (only === undefined || second !== undefined) return { userId: null };
  const words = only.result === "expired" ? REASONS.expired : REASONS.wrong;
  return { userId: null, notices: [noticeTo(only.row, { ...client, words }, "password")] };
}

interface NamedClient {
  clientId: string;
  username: string | null;
}

/** Returns the notice to the owner of the user name, if it has one owner, about an API key that does not exist. */
export const explainWrongKey = (env: Env, client: NamedClient): Promise<UsernameMatch> =>
  explainToOwner(env, client, { clientKind: "api-key", words: REASONS.key });

/** The same about a user name that came without its password. */
export const explainNoPassword = (env: Env, client: NamedClient): Promise<UsernameMatch> =>
  explainToOwner(env, client, { clientKind: null, words: REASONS.none });

async function explainToOwner(
  env: Env,
  { clientId, username }: NamedClient,
  why: Pick<RefusalNote, "clientKind" | "words">,
): Promise<UsernameMatch> {
  if (username === null) return { userId: null };
  const { userId, username: name } = splitAccount(username);
  // behind the id of a device
  const ofCredential = name.slice(name.indexOf(":") + 1);
  const candidates = (await credentialsNamed(env.DB, ofCredential, MAX_CANDIDATES)).filter(
    ({ user_id }) => userId === null || user_id === userId,
  );
  const [first, second] = candidates;
  if (first === undefined || (second !== undefined && first.server_made === 0)) return { userId: null };
  const client = { clientId, clientName: username, ...why };
  return { userId: null, notices: [noticeTo(first, client, "password")] };
}

const noticeTo = (
  { id: credentialId, user_id: userId }: NamedCredential,
  note: Omit<RefusalNote, "remedy">,
  kind: "username" | "password",
): OwnerNotice => ({ userId, note: { ...note, remedy: { kind, credentialId } } });

/** "expired": an earlier password after its grace period. */
async function checkPassword(
  env: SealEnv,
  row: NamedCredential,
  password: string,
): Promise<"valid" | "expired" | "wrong"> {
  const { earlier_sealed, earlier_until } = row;
  const isCurrent = await isSecret(env, row, "password_sealed", row.password_sealed, password);
  const isEarlier =
    earlier_sealed !== null && (await isSecret(env, row, "earlier_sealed", earlier_sealed, password));
  if (isCurrent || (isEarlier && (earlier_until ?? 0) > Date.now())) return "valid";
  return isEarlier ? "expired" : "wrong";
}

async function isSecret(
  env: SealEnv,
  { id, user_id: userId }: NamedCredential,
  column: "password_sealed" | "earlier_sealed",
  sealed: string,
  password: string,
): Promise<boolean> {
  return sameSecret(await unseal(env, sealed, { table: "credentials", column, id, userId }), password);
}
