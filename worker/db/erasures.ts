/** Accounts that have ended, until their brokers have forgotten them, too. */

/** Goes with the account's own row, or not at all. */
export const insertErasure = (db: D1Database, userId: string, now: number) =>
  db
    .prepare("INSERT INTO erasures (user_id, created_at) VALUES (?1, ?2) ON CONFLICT (user_id) DO NOTHING")
    .bind(userId, now);

export const deleteErasure = (db: D1Database, userId: string) =>
  db.prepare("DELETE FROM erasures WHERE user_id = ?1").bind(userId);

/** The oldest first. One that fails goes behind the others by its next attempt. */
export const listErasures = async (db: D1Database, limit: number): Promise<string[]> => {
  const { results } = await db
    .prepare("SELECT user_id FROM erasures ORDER BY created_at LIMIT ?1")
    .bind(limit)
    .all<{ user_id: string }>();
  return results.map((row) => row.user_id);
};

export const postponeErasure = (db: D1Database, userId: string, now: number) =>
  db.prepare("UPDATE erasures SET created_at = ?2 WHERE user_id = ?1").bind(userId, now);
