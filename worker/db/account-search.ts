/** Which account a client belongs to that names none in its address: one statement a kind of claim. */

const owner = (sql: string) => async (db: D1Database, value: string) =>
  (await db.prepare(sql).bind(value).first<{ user_id: string }>())?.user_id ?? null;

export const ownerOfKey = owner("SELECT user_id FROM api_keys WHERE key_hash = ?1");
export const ownerOfDevice = owner("SELECT user_id FROM devices WHERE id = ?1");
export const existingUser = owner("SELECT id AS user_id FROM users WHERE id = ?1");

export interface NamedCredential {
  id: string;
  user_id: string;
  password_sealed: string;
}

/** Credentials with this user name in whatever account; one more than `most` says that there are too many. */
export async function credentialsNamed(
  db: D1Database,
  username: string,
  most: number,
): Promise<NamedCredential[]> {
  const { results } = await db
    .prepare("SELECT id, user_id, password_sealed FROM credentials WHERE username = ?1 LIMIT ?2")
    .bind(username, most + 1)
    .all<NamedCredential>();
  return results;
}
