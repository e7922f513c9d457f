/** Seals or hashes stored values again with the current key, after a rotation. The cron repeats limited runs. */

import { keepAnew } from "../db/kept-anew.ts";
import { all, first, read } from "../db/statement.ts";
import { currentKey, type KeyListName, keyRing } from "./keys.ts";
import { type LookupEnv, lookupHash } from "./lookup.ts";
import { SEALED_COLUMNS } from "./rotation.ts";
import { loadKeys, type SealEnv, seal, sealPrefix, unseal } from "./seal.ts";

type RekeyEnv = SealEnv & LookupEnv & { DB: D1Database };
type SealedColumn = (typeof SEALED_COLUMNS)[number];

export interface RekeyReport {
  done: number;
  /** Values that still need an older key. If 0, the older keys can be removed. */
  left: number;
}

/** The columns of each list. Hashes of reset links are left out, because those links end within the hour. */
const COLUMNS = {
  SEAL_KEYS: SEALED_COLUMNS.map((source) => ({ source, column: source.column as string })),
  LOOKUP_KEY: [{ source: SEALED_COLUMNS[0], column: "key_hash" }],
} satisfies Partial<Record<KeyListName, unknown>>;

export async function rekey(env: RekeyEnv, name: keyof typeof COLUMNS, limit: number): Promise<RekeyReport> {
  const report: RekeyReport = { done: 0, left: 0 };
  const ring = keyRing(name, env);
  if (ring.length === 1) return report;
  const { id } = currentKey(ring, Date.now());
  const prefix = name === "SEAL_KEYS" ? sealPrefix(id) : `${id}.`;
  for (const { source, column } of COLUMNS[name]) {
    const old = `FROM ${source.table} WHERE substr(${column}, 1, ?1) <> ?2`;
    report.done += await rekeyColumn(env, { source, column, prefix, old }, limit - report.done);
    const count = read<{ count: number }>(env.DB, `SELECT count(*) AS count ${old}`, prefix.length, prefix);
    report.left += (await first(count))?.count ?? 0;
  }
  return report;
}

interface OldColumn {
  source: SealedColumn;
  column: string;
  prefix: string;
  /** SQL that selects the rows that need an older key. */
  old: string;
}

interface OldValue {
  id: string;
  owner: string;
  sealed: string;
  value: string;
}

async function rekeyColumn(env: RekeyEnv, at: OldColumn, limit: number): Promise<number> {
  if (limit <= 0) return 0;
  const { source, column, prefix, old } = at;
  const select = `SELECT id, ${source.owner ?? "''"} AS owner, ${source.column} AS sealed, ${column} AS value ${old}`;
  const values = await all(
    read<OldValue>(env.DB, `${select} ORDER BY id LIMIT ?3`, prefix.length, prefix, limit),
  );
  const keys = await loadKeys(env);
  // Skips rows that changed since they were read, so that a changed password stays.
  const update = env.DB.prepare(`UPDATE ${source.table} SET ${column} = ?2 WHERE id = ?1 AND ${column} = ?3`);
  const statements: D1PreparedStatement[] = [];
  const owners = new Set<string>();
  for (const { id, owner: userId, sealed, value } of values) {
    const row = { table: source.table, column: source.column, id, userId };
    const plain = await unseal(keys, sealed, row).catch(() => null);
    // A value that no key opens is skipped, so that it does not stop the others. `left` counts it.
    if (plain === null) continue;
    const again = column === "key_hash" ? lookupHash(env, plain) : seal(keys, plain, row);
    statements.push(update.bind(id, await again, value));
    // The object holds copies of these two columns only.
    if (column === "key_hash" || source.table === "credentials") owners.add(userId);
  }
  await keepAnew(env.DB, statements, owners);
  return statements.length;
}
