/** Makes hashes again with the current key where an older one made them. Bounded a run, so that a cron can walk through. */

import { keepAnew } from "../db/kept-anew.ts";
import { all, first, read } from "../db/statement.ts";
import { currentLookupKey, type LookupEnv, lookupHash, lookupKeys } from "./lookup.ts";
import { keyIdOf } from "./rotation.ts";
import { loadKeys, type SealEnv, unseal } from "./seal.ts";

type RedigestEnv = SealEnv & LookupEnv & { DB: D1Database };

export interface RedigestReport {
  redigested: number;
  /** API keys that still need an older key. Links of a reset may, too: they end within the hour. */
  left: number;
}

export async function redigest(env: RedigestEnv, limit: number): Promise<RedigestReport> {
  // A single key cannot have predecessors: nothing to look for.
  if (lookupKeys(env).length === 1) return { redigested: 0, left: 0 };
  return { redigested: await redigestKeys(env, limit), left: await countOld(env) };
}

const OLD = `${keyIdOf("key_hash")} <> ?1`;
const OLD_KEYS = `SELECT id, user_id, key_hash, key_sealed FROM api_keys WHERE ${OLD} ORDER BY id LIMIT ?2`;
const COUNT_OLD = `SELECT count(*) AS old FROM api_keys WHERE ${OLD}`;
/** Only where it still stands: a key that was deleted meanwhile stays deleted. */
const PUT = "UPDATE api_keys SET key_hash = ?2 WHERE id = ?1 AND key_hash = ?3";

interface OldKey {
  id: string;
  user_id: string;
  key_hash: string;
  key_sealed: string;
}

async function redigestKeys(env: RedigestEnv, limit: number): Promise<number> {
  const old = await all(read<OldKey>(env.DB, OLD_KEYS, currentLookupKey(env).id, limit));
  if (old.length === 0) return 0;
  const sealKeys = await loadKeys(env);
  const put = env.DB.prepare(PUT);
  const statements: D1PreparedStatement[] = [];
  const owners = new Set<string>();
  for (const { id, user_id: userId, key_hash, key_sealed } of old) {
    const row = { table: "api_keys", column: "key_sealed", id, userId };
    const plain = await unseal(sealKeys, key_sealed, row).catch(() => null);
    // One value that no longer opens must not keep the others on the old key; it shows up in what is left.
    if (plain === null) continue;
    statements.push(put.bind(id, await lookupHash(env, plain), key_hash));
    owners.add(userId);
  }
  await keepAnew(env.DB, statements, owners);
  return statements.length;
}

const countOld = async (env: RedigestEnv): Promise<number> =>
  (await first(read<{ old: number }>(env.DB, COUNT_OLD, currentLookupKey(env).id)))?.old ?? 0;
