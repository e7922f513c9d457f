import { all, read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

const SECRET = columns("webhook_secrets", ["id", "secret_sealed"]);

export type WebhookSecretRow = RowOf<typeof SECRET>;

const VALID = `SELECT ${SECRET} FROM webhook_secrets
  WHERE user_id = ?1 AND target_id = ?2 AND (until IS NULL OR until > ?3) ORDER BY created_at DESC, rowid DESC`;

/** The secrets that sign: the current one first, then the previous one until it ends. */
export const validSecrets = (db: D1Database, userId: string, targetId: string, now: number) =>
  all(read<WebhookSecretRow>(db, VALID, userId, targetId, now));

export interface NewWebhookSecret {
  id: string;
  userId: string;
  targetId: string;
  sealed: string;
  now: number;
  /** How long the secret before it signs, too. Milliseconds since 1970. */
  until: number;
}

/** Adds the current secret. The one before it ends at `until`; older ones are deleted. */
export const insertSecret = (
  db: D1Database,
  { id, userId, targetId, sealed, now, until }: NewWebhookSecret,
) =>
  db.batch([
    db
      .prepare("DELETE FROM webhook_secrets WHERE user_id = ? AND target_id = ? AND until IS NOT NULL")
      .bind(userId, targetId),
    db
      .prepare("UPDATE webhook_secrets SET until = ? WHERE user_id = ? AND target_id = ?")
      .bind(until, userId, targetId),
    db
      .prepare(
        "INSERT INTO webhook_secrets (id, user_id, target_id, secret_sealed, created_at) VALUES (?, ?, ?, ?, ?)",
      )
      .bind(id, userId, targetId, sealed, now),
  ]);

export const deleteSecrets = (db: D1Database, userId: string, targetId: string) =>
  db.prepare("DELETE FROM webhook_secrets WHERE user_id = ? AND target_id = ?").bind(userId, targetId).run();
