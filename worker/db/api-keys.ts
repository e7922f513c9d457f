import { OWNER, ownedBy, type SessionRef } from "./sessions.ts";

export interface ApiKeyRow {
  id: string;
  user_id: string;
  key_sealed: string;
  created_at: number;
}

const COLUMNS = "SELECT id, user_id, key_sealed, created_at FROM api_keys";
const LIST = `${COLUMNS} WHERE user_id = ${OWNER} ORDER BY created_at DESC, rowid DESC`;
const ONE = `${COLUMNS} WHERE user_id = ${OWNER} AND id = ?3`;

export const listApiKeys = (db: D1Database, session: SessionRef) =>
  db.prepare(LIST).bind(...ownedBy(session));
export const readApiKey = (db: D1Database, session: SessionRef, id: string) =>
  db.prepare(ONE).bind(...ownedBy(session), id);

const INSERT = `INSERT INTO api_keys (id, user_id, key_hash, key_sealed, created_at)
  SELECT ?2, ?1, ?3, ?4, ?5 WHERE ?6 = 0 OR (SELECT count(*) FROM api_keys WHERE user_id = ?1) < ?6`;

/** False when the account has as many as it may. */
export async function insertApiKey(
  db: D1Database,
  userId: string,
  key: { id: string; hash: string; sealed: string; now: number },
  max: number,
): Promise<boolean> {
  const result = await db.prepare(INSERT).bind(userId, key.id, key.hash, key.sealed, key.now, max).run();
  return result.meta.changes === 1;
}

export const deleteApiKey = (db: D1Database, userId: string, id: string) =>
  db.prepare("DELETE FROM api_keys WHERE user_id = ?1 AND id = ?2").bind(userId, id);
