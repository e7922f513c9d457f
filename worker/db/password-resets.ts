/** Reset tokens: stored as digests, good for one hour and one use. A new one ends the ones before. */

const LIFETIME_MS = 3_600_000;

/** The same statements whether or not the address is registered: neither the time nor the answer tells. */
export function offerReset(
  db: D1Database,
  email: string,
  tokenHash: string,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare("DELETE FROM password_resets WHERE user_id = (SELECT id FROM users WHERE email = ?1)")
      .bind(email),
    db
      .prepare(
        `INSERT INTO password_resets (token_hash, user_id, created_at, expires_at)
         SELECT ?2, id, ?3, ?4 FROM users WHERE email = ?1`,
      )
      .bind(email, tokenHash, now, now + LIFETIME_MS),
  ];
}

export const resetIsValid = async (db: D1Database, tokenHash: string, now: number): Promise<boolean> =>
  (await db
    .prepare(
      "SELECT 1 AS found FROM password_resets WHERE token_hash = ?1 AND used_by IS NULL AND expires_at > ?2",
    )
    .bind(tokenHash, now)
    .first()) !== null;

/** The account whose token this very attempt used up. */
const WON = "(SELECT user_id FROM password_resets WHERE token_hash = ?1 AND used_by = ?2)";

/** One batch: of many attempts with one token the first marks it, and only its other statements find an account. */
export async function spendReset(
  db: D1Database,
  tokenHash: string,
  passwordHash: string,
  now: number,
): Promise<boolean> {
  const attempt = crypto.randomUUID();
  const [marked] = await db.batch([
    db
      .prepare(
        `UPDATE password_resets SET used_by = ?2
         WHERE token_hash = ?1 AND used_by IS NULL AND expires_at > ?3`,
      )
      .bind(tokenHash, attempt, now),
    db
      .prepare(`UPDATE users SET password_hash = ?3 WHERE id = ${WON}`)
      .bind(tokenHash, attempt, passwordHash),
    db.prepare(`DELETE FROM sessions WHERE user_id = ${WON}`).bind(tokenHash, attempt),
  ]);
  return marked?.meta.changes === 1;
}

export const endResets = (db: D1Database, userId: string) =>
  db.prepare("DELETE FROM password_resets WHERE user_id = ?1").bind(userId);
