import { and, desc, eq, gt, isNotNull, isNull, or } from "drizzle-orm";
import { webhookSecrets } from "./schema.ts";
import { all, build, read, rowid, write } from "./statement.ts";

const SECRET = { id: webhookSecrets.id, secret_sealed: webhookSecrets.secret_sealed };

const ofTarget = (userId: string, targetId: string) =>
  and(eq(webhookSecrets.user_id, userId), eq(webhookSecrets.target_id, targetId));

/** The secrets that sign: the current one first, then the previous one until it ends. */
export const validSecrets = (db: D1Database, userId: string, targetId: string, now: number) =>
  all(
    read(
      db,
      build
        .select(SECRET)
        .from(webhookSecrets)
        .where(
          and(ofTarget(userId, targetId), or(isNull(webhookSecrets.until), gt(webhookSecrets.until, now))),
        )
        .orderBy(desc(webhookSecrets.created_at), desc(rowid(webhookSecrets))),
    ),
  );

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
) => {
  const secrets = ofTarget(userId, targetId);
  return db.batch([
    write(db, build.delete(webhookSecrets).where(and(secrets, isNotNull(webhookSecrets.until)))),
    write(db, build.update(webhookSecrets).set({ until }).where(secrets)),
    write(
      db,
      build
        .insert(webhookSecrets)
        .values({ id, user_id: userId, target_id: targetId, secret_sealed: sealed, created_at: now }),
    ),
  ]);
};

export const deleteSecrets = (db: D1Database, userId: string, targetId: string) =>
  write(db, build.delete(webhookSecrets).where(ofTarget(userId, targetId))).run();
