/** Which account a client belongs to that names none in its address: one statement a kind of claim. */

import { all, first, read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

const owner = (sql: string) => async (db: D1Database, value: string) =>
  (await first(read<{ user_id: string }>(db, sql, value)))?.user_id ?? null;

export const ownerOfKey = owner("SELECT user_id FROM api_keys WHERE key_hash = ?1");
export const ownerOfDevice = owner("SELECT user_id FROM devices WHERE id = ?1");
export const existingUser = owner("SELECT id AS user_id FROM users WHERE id = ?1");

const NAMED = columns("credentials", ["id", "user_id", "password_sealed"]);

type NamedCredential = RowOf<typeof NAMED>;

/** Credentials with this user name in whatever account; one more than `most` says that there are too many. */
export const credentialsNamed = (db: D1Database, username: string, most: number) =>
  all(
    read<NamedCredential>(
      db,
      `SELECT ${NAMED} FROM credentials WHERE username = ?1 LIMIT ?2`,
      username,
      most + 1,
    ),
  );
