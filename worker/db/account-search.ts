/** Which account a client belongs to that names none in its address: one statement a kind of claim. */

import { all, first, read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

const owner = (sql: string) => async (db: D1Database, value: string) =>
  (await first(read<{ user_id: string }>(db, sql, value)))?.user_id ?? null;

/** `hashes`: all that may stand in its row, one for each key that rows are looked up by. */
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

/** The one that has it of us comes first, whoever has chosen it besides; of the others those that have it longest. */
const BY_NAME = `SELECT ${NAMED} FROM credentials WHERE username = ?1 AND server_made = 1
  UNION ALL SELECT * FROM (
    SELECT ${NAMED} FROM credentials WHERE username = ?1 AND server_made = 0 ORDER BY rowid LIMIT ?2
  )`;

/** Credentials with this user name in whatever account; `most` of those that somebody chose it for. */
export const credentialsNamed = (db: D1Database, username: string, most: number) =>
  all(read<NamedCredential>(db, BY_NAME, username, most));
