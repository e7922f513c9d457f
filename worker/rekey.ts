/** Seals or hashes stored values again with the current key, after a rotation. The cron repeats limited runs. */

import { keepAnew } from "./db/rights-change.ts";
import { all } from "./db/statement.ts";
import { type KeyedColumn, keyUses, replaceValue, valuesOfOlderKeys } from "./db/upkeep.ts";
import { currentKey, keyRing, type LookupEnv, lookupHash } from "./keys/keys.ts";
import { KEY_LISTS, SEALED_COLUMNS } from "./keys/rotation.ts";
import { type SealEnv, seal, sealPrefix, unseal } from "./keys/seal.ts";

type RekeyEnv = SealEnv & LookupEnv & { DB: D1Database };

export interface RekeyReport {
  done: number;
  /** Values that still need an older key. If 0, the older keys can be removed. */
  left: number;
}

const [API_KEY] = SEALED_COLUMNS;

/** The columns of each list. Hashes of reset links are left out, because those links end within the hour. */
const COLUMNS: Record<"LOOKUP_KEY" | "SEAL_KEYS", KeyedColumn[]> = {
  SEAL_KEYS: SEALED_COLUMNS.map((each) => ({ ...each, sealed: each.column })),
  LOOKUP_KEY: [{ ...API_KEY, sealed: API_KEY.column, column: "key_hash" }],
};

export async function rekey(env: RekeyEnv, name: keyof typeof COLUMNS, limit: number): Promise<RekeyReport> {
  if (keyRing(name, env).length === 1) return { done: 0, left: 0 };
  const { id } = currentKey(name, env);
  const prefix = name === "SEAL_KEYS" ? sealPrefix(id) : `${id}.`;
  let done = 0;
  for (const at of COLUMNS[name]) done += await rekeyColumn(env, at, prefix, limit - done);
  const uses = await all(keyUses(env.DB, KEY_LISTS[name].usageSql));
  const left = uses.filter(({ kid }) => kid !== id).reduce((sum, { count }) => sum + count, 0);
  return { done, left };
}

async function rekeyColumn(env: RekeyEnv, at: KeyedColumn, prefix: string, limit: number): Promise<number> {
  const { table, column } = at;
  const statements: D1PreparedStatement[] = [];
  const owners = new Set<string>();
  for (const value of await all(valuesOfOlderKeys(env.DB, at, prefix, limit))) {
    const { id, userId, sealed } = value;
    const row = { table, column: at.sealed, id, userId };
    const plain = await unseal(env, sealed, row).catch(() => null);
    // A value that no key opens is skipped, so that it does not stop the others. `left` counts it.
    if (plain === null) continue;
    const again = column === "key_hash" ? lookupHash(env, plain) : await seal(env, plain, row);
    statements.push(replaceValue(env.DB, at, value, again));
    // The object holds copies of these two columns only.
    if (column === "key_hash" || table === "credentials") owners.add(userId);
  }
  await keepAnew(env.DB, statements, owners);
  return statements.length;
}
