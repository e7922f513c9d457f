/**
 * After a change of keys: writes again, with the current key, what an older key sealed or hashed. One walk for both;
 * bounded a run, so that a cron can go through all rows.
 */

import { keepAnew } from "../db/kept-anew.ts";
import { all, first, read } from "../db/statement.ts";
import { currentLookupKey, type LookupEnv, lookupHash, lookupKeys } from "./lookup.ts";
import { loadKeys, type SealEnv, seal, sealedWith, unseal } from "./seal.ts";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns.ts";

type RenewEnv = SealEnv & LookupEnv & { DB: D1Database };

export interface Renewed {
  done: number;
  /** Values that still need an older key; 0 means that the older keys can go. */
  left: number;
}

interface Column {
  /** Where the secret is sealed: what it is read from. */
  source: SealedColumn;
  /** The column that is written. */
  column: string;
  /** What a value of the current key begins with. */
  prefix: string;
  again(plain: string, row: Parameters<typeof seal>[2]): Promise<string>;
}

/** Sealed values. A single key cannot have predecessors. */
export async function reseal(env: RenewEnv, limit: number): Promise<Renewed> {
  const keys = await loadKeys(env);
  if (keys.byId.size === 1) return { done: 0, left: 0 };
  const prefix = sealedWith(keys.current);
  const again: Column["again"] = (plain, row) => seal(keys, plain, row);
  const columns = SEALED_COLUMNS.map((source) => ({ source, column: source.column, prefix, again }));
  return renew(env, columns, limit);
}

/** Hashes of API keys. Those of reset links end within the hour. */
export async function redigest(env: RenewEnv, limit: number): Promise<Renewed> {
  if (lookupKeys(env).length === 1) return { done: 0, left: 0 };
  const source: SealedColumn = { table: "api_keys", column: "key_sealed", owner: "user_id" };
  const prefix = `${currentLookupKey(env).id}.`;
  const again: Column["again"] = (plain) => lookupHash(env, plain);
  return renew(env, [{ source, column: "key_hash", prefix, again }], limit);
}

async function renew(env: RenewEnv, columns: readonly Column[], limit: number): Promise<Renewed> {
  const report: Renewed = { done: 0, left: 0 };
  for (const each of columns) {
    report.done += await renewColumn(env, each, limit - report.done);
    const old = `SELECT count(*) AS old FROM ${each.source.table} WHERE ${isOld(each.column)}`;
    const row = await first(read<{ old: number }>(env.DB, old, each.prefix.length, each.prefix));
    report.left += row?.old ?? 0;
  }
  return report;
}

const isOld = (column: string) => `substr(${column}, 1, ?1) <> ?2`;

interface OldValue {
  id: string;
  owner: string;
  sealed: string;
  value: string;
}

async function renewColumn(
  env: RenewEnv,
  { source: { table, column: sealedColumn, owner }, column, prefix, again }: Column,
  limit: number,
): Promise<number> {
  if (limit <= 0) return 0;
  const old = `SELECT id, ${owner ?? "''"} AS owner, ${sealedColumn} AS sealed, ${column} AS value FROM ${table}
    WHERE ${isOld(column)} ORDER BY id LIMIT ?3`;
  const values = await all(read<OldValue>(env.DB, old, prefix.length, prefix, limit));
  if (values.length === 0) return 0;
  const keys = await loadKeys(env);
  // Only where it still holds the value that was read: a password changed meanwhile stays changed.
  const update = env.DB.prepare(`UPDATE ${table} SET ${column} = ?2 WHERE id = ?1 AND ${column} = ?3`);
  const statements: D1PreparedStatement[] = [];
  const owners = new Set<string>();
  for (const { id, owner: userId, sealed, value } of values) {
    const row = { table, column: sealedColumn, id, userId };
    const plain = await unseal(keys, sealed, row).catch(() => null);
    // One value that no longer opens must not keep the others on the old key; it shows up in what is left.
    if (plain === null) continue;
    statements.push(update.bind(id, await again(plain, row), value));
    // Only of these two the account's object has a copy.
    if (column === "key_hash" || table === "credentials") owners.add(userId);
  }
  await keepAnew(env.DB, statements, owners);
  return statements.length;
}
