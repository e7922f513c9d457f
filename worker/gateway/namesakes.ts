/**
 * Credentials of several accounts that have the same user name. One that we made names its account at once; of those that
 * people chose, the password has to say whose client it is. Where it cannot, the owners whose clients are locked out are
 * told, and nobody else: who knocks hears one sentence, whatever the reason.
 */

import type { RefusalNote } from "../../broker/contract/account.ts";
import { type Claim, splitAccount } from "../../broker/contract/client.ts";
import { credentialsNamed, type NamedCredential } from "../db/account-search.ts";
import type { Env } from "../env.ts";
import { sameSecret } from "../keys/digest.ts";
import { loadKeys, type SealKeys, unseal } from "../keys/seal.ts";

/** A bare user name is tried against so many accounts; beyond that it says nothing about whose it is. */
const MAX_NAMESAKES = 8;
/** Of more than that, so many are looked at, only to tell them. */
const MAX_TOLD = 32;

/** A row for the log of an account. */
export interface Told {
  userId: string;
  note: RefusalNote;
}

export interface Found {
  userId: string | null;
  told?: readonly Told[];
}

/** The words of the account's own door stand in `broker/hub/rights/why-refused.ts`; these are the same. */
const WORDS = {
  key: "The account has no such API key.",
  wrong: "The password is not the one of the credential with this user name.",
  over: "The password was rotated, and this earlier one does not work any more: use the present one.",
  pair: "Another account has the same user name with the same password: without an account in the address or user name, nobody can say whose client this is.",
  crowd: `More than ${MAX_NAMESAKES} accounts have this user name: without an account in the address or user name, nobody can say whose client this is.`,
} as const;

/** The one account where name and password fit; none when there are two, or too many to be tried. */
export async function byName(
  env: Env,
  clientId: string,
  { username, password }: Extract<Claim, { kind: "credential" }>,
): Promise<Found> {
  const namesakes = await credentialsNamed(env.DB, username, MAX_TOLD);
  const [first] = namesakes;
  if (first?.server_made === 1) return { userId: first.user_id };
  const keys = await loadKeys(env);
  const judged = await Promise.all(
    namesakes.map(async (row) => ({ row, is: await judge(keys, row, password) })),
  );
  const fitting = judged.filter(({ is }) => is === "right").map(({ row }) => row);
  const who = { clientId, clientKind: "credential", clientName: username } as const;
  const crowded = namesakes.length > MAX_NAMESAKES;
  if (crowded || fitting.length > 1) {
    const words = crowded ? WORDS.crowd : WORDS.pair;
    return { userId: null, told: fitting.map((row) => told(row, { ...who, words }, "username")) };
  }
  const [right] = fitting;
  if (right !== undefined) return { userId: right.user_id };
  const [only, second] = judged;
  if (only === undefined || second !== undefined) return { userId: null };
  const words = only.is === "over" ? WORDS.over : WORDS.wrong;
  return { userId: null, told: [told(only.row, { ...who, words }, "password")] };
}

/** A key that nobody has, in place of the password of a name that one account has. */
export async function ofWrongKey(
  env: Env,
  { clientId, username }: { clientId: string; username: string | null },
): Promise<Found> {
  if (username === null) return { userId: null };
  const { userId, username: name } = splitAccount(username);
  const namesakes = await credentialsNamed(env.DB, name, MAX_TOLD);
  const meant = namesakes.filter(({ user_id }) => userId === null || user_id === userId);
  const [first, second] = meant;
  if (first === undefined || (second !== undefined && first.server_made === 0)) return { userId: null };
  const who = { clientId, clientKind: "api-key", clientName: username } as const;
  return { userId: null, told: [told(first, { ...who, words: WORDS.key }, "password")] };
}

const told = (
  { id: credentialId, user_id: userId }: NamedCredential,
  note: Omit<RefusalNote, "remedy">,
  kind: "username" | "password",
): Told => ({ userId, note: { ...note, remedy: { kind, credentialId } } });

/** Both secrets are looked at, whichever it is. */
async function judge(
  keys: SealKeys,
  row: NamedCredential,
  password: string,
): Promise<"right" | "over" | "wrong"> {
  const { earlier_sealed, earlier_until } = row;
  const isNow = await isSecret(keys, row, "password_sealed", row.password_sealed, password);
  const wasOnce =
    earlier_sealed !== null && (await isSecret(keys, row, "earlier_sealed", earlier_sealed, password));
  if (isNow || (wasOnce && (earlier_until ?? 0) > Date.now())) return "right";
  return wasOnce ? "over" : "wrong";
}

async function isSecret(
  keys: SealKeys,
  { id, user_id: userId }: NamedCredential,
  column: "password_sealed" | "earlier_sealed",
  sealed: string,
  password: string,
): Promise<boolean> {
  return sameSecret(await unseal(keys, sealed, { table: "credentials", column, id, userId }), password);
}
