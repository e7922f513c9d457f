/** A credential as it is answered: with its password, and what is typed in beside it. */

import type { CredentialRow } from "../db/credentials.ts";
import type { Env } from "../env.ts";
import { credentialOf } from "../present/credential.ts";
import { loadKeys, type SealedRow, shownSecret } from "../secrets/seal.ts";
import { reachOf } from "./reach.ts";

export const place = (
  { id, user_id: userId }: Pick<CredentialRow, "id" | "user_id">,
  column: "password_sealed" | "earlier_sealed" = "password_sealed",
): SealedRow => ({ table: "credentials", column, id, userId });

/** Empty where it can no longer be read: giving another one mends it. */
export const passwordOf = async (env: Env, row: CredentialRow): Promise<string> =>
  shownSecret(await loadKeys(env), row.password_sealed, place(row));

export const shown = async (
  { env, now }: { env: Env; now: number },
  row: CredentialRow,
  lastUses: Readonly<Record<string, number>> = {},
) => credentialOf(row, { password: await passwordOf(env, row), lastUses, reach: reachOf(env), now });
