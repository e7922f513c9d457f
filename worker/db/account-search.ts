/** Finds the account of a client whose URL names none: one statement per kind of login. */

import { all, first, read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

const owner = (sql: string) => async (db: D1Database, value: string) =>
  (await first(read<{ user_id: string }>(db, sql, value)))?.user_id ?? null;

/** `hashes`: the possible values of its row, one for each lookup key. */
export const ownerOfKey = async (db: D1Database, hashes: readonly string[]): Promise<string | null> => {
  const sql = `SELECT user_id FROM api_keys WHERE key_hash IN (${hashes.map(() => "?").join()})`;
  return (await first(read<{ user_id: string }>(db, sql, ...hashes)))?.user_id ?? null;
};
export const ownerOfDevice = owner("SELECT user_id FROM devices WHERE id = ?1");
export const existingUser = owner("SELECT id AS user_id FROM users WHERE id = ?1");

const NAMED = columns("credentials", [
  "id",
  "user_id",
  "server_made",
  "password_sealed",
  "earlier_sealed",
  "earlier_until",
]);

export type NamedCredential = RowOf<typeof NAMED>;

/** Server-made names come first, then the oldest. */
const BY_NAME = `SELECT ${NAMED} FROM credentials WHERE username = ?1 AND server_made = 1
  UNION ALL SELECT * FROM (
    SELECT ${NAMED} FROM credentials WHERE username = ?1 AND server_made = 0 ORDER BY rowid LIMIT ?2
  )`;

/** Credentials with this user name in any account; `most` of those with a chosen name. */
export const credentialsNamed = (db: D1Database, username: string, most: number) =>
  all(read<NamedCredential>(db, BY_NAME, username, most));
