/** Ended accounts whose objects must still be erased. */

import { read } from "./statement.ts";
import type { Tables } from "./tables.ts";

/** Inserted with the deletion of the account's row, or not at all. */
export const insertErasure = (db: D1Database, userId: string, now: number) =>
  db
    .prepare("INSERT INTO erasures (user_id, created_at) VALUES (?1, ?2) ON CONFLICT (user_id) DO NOTHING")
    .bind(userId, now);

export const deleteErasure = (db: D1Database, userId: string) =>
  db.prepare("DELETE FROM erasures WHERE user_id = ?1").bind(userId);

/** The oldest first. A failed one is moved behind the others. */
export const listErasures = (db: D1Database, limit: number) =>
  read<Pick<Tables["erasures"], "user_id">>(
    db,
    "SELECT user_id FROM erasures ORDER BY created_at LIMIT ?1",
    limit,
  );

export const postponeErasure = (db: D1Database, userId: string, now: number) =>
  db.prepare("UPDATE erasures SET created_at = ?2 WHERE user_id = ?1").bind(userId, now);
