/** Seals or hashes stored values again with the current key, after a rotation. The cron repeats limited runs. */

import { keepAnew } from "../db/kept-anew.ts";
import { all, read } from "../db/statement.ts";
import { currentKey, keyRing } from "./keys.ts";
import { type LookupEnv, lookupHash } from "./lookup.ts";
import { KEY_LISTS, type KeyUse, SEALED_COLUMNS } from "./rotation.ts";
import { type SealEnv, seal, sealPrefix, unseal } from "./seal.ts";

type RekeyEnv = SealEnv & LookupEnv & { DB: D1Database };

export interface RekeyReport {
  done: number;
  /** Values that still need an older key. If 0, the older keys can be removed. */
  left: number;
}

/** The columns of each list. Hashes of reset links are left out, because those links end within the hour. */
const COLUMNS = {
  SEAL_KEYS: SEALED_COLUMNS.map((source) => ({ source, column: source.column as string })),
  LOOKUP_KEY: [{ source: SEALED_COLUMNS[0], column: "key_hash" }],
};

export async function rekey(env: RekeyEnv, name: keyof typeof COLUMNS, limit: number): Promise<RekeyReport> {
  if (keyRing(name, env).length === 1) return { done: 0, left: 0 };
  const { id } = currentKey(name, env);
  const prefix = name === "SEAL_KEYS" ? sealPrefix(id) : `${id}.`;
  let done = 0;
  for (const at of COLUMNS[name]) done += await rekeyColumn(env, at, prefix, limit - done);
  const uses = await all(read<KeyUse>(env.DB, KEY_LISTS[name].usageSql));
  const left = uses.filter(({ kid }) => kid !== id).reduce((sum, { count }) => sum + count, 0);
  return { done, left };
}

type Column = (typeof COLUMNS)[keyof typeof COLUMNS][number];
type StoredValue = Record<"id" | "userId" | "sealed" | "value", string>;

async function rekeyColumn(
  env: RekeyEnv,
  { source: { table, column: sealedColumn, owner }, column }: Column,
  prefix: string,
  limit: number,
): Promise<number> {
  const old = `SELECT id, ${owner} AS userId, ${sealedColumn} AS sealed, ${column} AS value FROM ${table}
    WHERE substr(${column}, 1, ?1) <> ?2 ORDER BY id LIMIT ?3`;
  const values = await all(read<StoredValue>(env.DB, old, prefix.length, prefix, limit));
  // Skips rows that changed since they were read, so that a changed password stays.
  const update = env.DB.prepare(`UPDATE ${table} SET ${column} = ?2 WHERE id = ?1 AND ${column} = ?3`);
  const statements: D1PreparedStatement[] = [];
  const owners = new Set<string>();
  for (const { id, userId, sealed, value } of values) {
    const row = { table, column: sealedColumn, id, userId };
    const plain = await unseal(env, sealed, row).catch(() => null);
    // A value that no key opens is skipped, so that it does not stop the others. `left` counts it.
    if (plain === null) continue;
    const again = column === "key_hash" ? lookupHash(env, plain) : await seal(env, plain, row);
    statements.push(update.bind(id, again, value));
    // The object holds copies of these two columns only.
    if (column === "key_hash" || table === "credentials") owners.add(userId);
  }
  await keepAnew(env.DB, statements, owners);
  return statements.length;
}
