/** Seals again, with the current key, what an older key sealed. Bounded a run, so that a cron can walk through. */

import { keepAnew } from "../db/kept-anew.ts";
import { all, first, read } from "../db/statement.ts";
import { loadKeys, type SealEnv, type SealKeys, seal, sealedWith, unseal } from "./seal.ts";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns.ts";

export interface ResealReport {
  resealed: number;
  /** Values that still need an older key; 0 means that the older keys can go. */
  left: number;
}

export async function reseal(env: SealEnv & { DB: D1Database }, limit: number): Promise<ResealReport> {
  const keys = await loadKeys(env);
  const report: ResealReport = { resealed: 0, left: 0 };
  // A single key cannot have predecessors: nothing to look for.
  if (keys.byId.size === 1) return report;
  for (const column of SEALED_COLUMNS) {
    report.resealed += await resealColumn(env.DB, keys, column, limit - report.resealed);
    report.left += await countOld(env.DB, keys, column);
  }
  return report;
}

interface OldValue {
  id: string;
  owner: string;
  sealed: string;
}

async function resealColumn(
  db: D1Database,
  keys: SealKeys,
  { table, column, owner }: SealedColumn,
  limit: number,
): Promise<number> {
  if (limit <= 0) return 0;
  const prefix = sealedWith(keys.current);
  const old = `SELECT id, ${owner ?? "''"} AS owner, ${column} AS sealed FROM ${table}
    WHERE substr(${column}, 1, ?) <> ? ORDER BY id LIMIT ?`;
  const values = await all(read<OldValue>(db, old, prefix.length, prefix, limit));
  if (values.length === 0) return 0;
  const update = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE id = ? AND ${column} = ?`);
  const statements: D1PreparedStatement[] = [];
  const owners = new Set<string>();
  for (const { id, owner: userId, sealed } of values) {
    const row = { table, column, id, userId };
    const plain = await unseal(keys, sealed, row).catch(() => null);
    // One value that no longer opens must not keep the others on the old key; it shows up in what is left.
    if (plain === null) continue;
    // Only where it still holds the value that was read: a password changed meanwhile stays changed.
    statements.push(update.bind(await seal(keys, plain, row), id, sealed));
    // Nobody logs in with what the account's object has no copy of.
    if (table === "credentials") owners.add(userId);
  }
  await keepAnew(db, statements, owners);
  return statements.length;
}

async function countOld(db: D1Database, keys: SealKeys, { table, column }: SealedColumn): Promise<number> {
  const prefix = sealedWith(keys.current);
  const sql = `SELECT count(*) AS old FROM ${table} WHERE substr(${column}, 1, ?) <> ?`;
  const row = await first(read<{ old: number }>(db, sql, prefix.length, prefix));
  return row?.old ?? 0;
}
