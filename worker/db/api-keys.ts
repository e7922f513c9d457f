import { type RightsChange, rightsChange } from "./rights-change.ts";
import { OWNER, ownedBy, type SessionRef } from "./sessions.ts";
import { read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

const KEY = columns("api_keys", ["id", "user_id", "key_sealed", "created_at"]);

export type ApiKeyRow = RowOf<typeof KEY>;

const OWN = `SELECT ${KEY} FROM api_keys WHERE user_id = ${OWNER}`;
const LIST = `${OWN} ORDER BY created_at DESC, rowid DESC`;
const ONE = `${OWN} AND id = ?3`;

export const listApiKeys = (db: D1Database, session: SessionRef) =>
  read<ApiKeyRow>(db, LIST, ...ownedBy(session));
export const readApiKey = (db: D1Database, session: SessionRef, id: string) =>
  read<ApiKeyRow>(db, ONE, ...ownedBy(session), id);

const INSERT = `INSERT INTO api_keys (id, user_id, key_hash, key_sealed, created_at)
  SELECT ?2, ?1, ?3, ?4, ?5 WHERE ?6 = 0 OR (SELECT count(*) FROM api_keys WHERE user_id = ?1) < ?6`;

/** Changes nothing when the account has its maximum. */
export const insertApiKey = (
  userId: string,
  { id, hash, sealed, now }: { id: string; hash: string; sealed: string; now: number },
  max: number,
): RightsChange => rightsChange(INSERT, userId, id, hash, sealed, now, max);

export const deleteApiKey = (userId: string, id: string): RightsChange =>
  rightsChange("DELETE FROM api_keys WHERE user_id = ?1 AND id = ?2", userId, id);
