import { type RightsChange, rightsChange } from "./rights-change.ts";
import { OWNER, ownedBy, type SessionRef } from "./sessions.ts";
import { read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

const TOKEN = columns("tokens", ["id", "name", "scopes", "created_at", "expires_at"]);

export type TokenRow = RowOf<typeof TOKEN>;

const OWN = `SELECT ${TOKEN} FROM tokens WHERE user_id = ${OWNER}`;

export const listTokens = (db: D1Database, session: SessionRef) =>
  read<TokenRow>(db, `${OWN} ORDER BY created_at DESC, rowid DESC`, ...ownedBy(session));
export const readToken = (db: D1Database, session: SessionRef, id: string) =>
  read<TokenRow>(db, `${OWN} AND id = ?3`, ...ownedBy(session), id);

const INSERT = `INSERT INTO tokens (id, user_id, name, token_hash, scopes, created_at, expires_at)
  SELECT ?2, ?1, ?3, ?4, ?5, ?6, ?7 WHERE ?8 = 0 OR (SELECT count(*) FROM tokens WHERE user_id = ?1) < ?8`;

/** Changes nothing when the account has its maximum. */
export const insertToken = (
  userId: string,
  { id, name, scopes, created_at, expires_at }: TokenRow,
  tokenHash: string,
  max: number,
): RightsChange => rightsChange(INSERT, userId, id, name, tokenHash, scopes, created_at, expires_at, max);

/** How many tokens of an account work; `owner` and `now` are SQL. */
export const countValidTokens = (owner: string, now: string) =>
  `(SELECT count(*) FROM tokens WHERE user_id = ${owner} AND (expires_at IS NULL OR expires_at > ${now})) AS tokens`;

export const deleteToken = (userId: string, id: string): RightsChange =>
  rightsChange("DELETE FROM tokens WHERE user_id = ?1 AND id = ?2", userId, id);
