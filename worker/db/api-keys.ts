import { desc, eq } from "drizzle-orm";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { apiKeys } from "./schema.ts";
import { ownerOf, type SessionKey, type SessionRef } from "./sessions.ts";
import { build, insertWhere, isBelow, ownRow, type Params, reading, rowid } from "./statement.ts";

/** Without the digest. */
const KEY = {
  id: apiKeys.id,
  user_id: apiKeys.user_id,
  key_sealed: apiKeys.key_sealed,
  created_at: apiKeys.created_at,
};

export type ApiKeyRow = Pick<typeof apiKeys.$inferSelect, keyof typeof KEY>;

export const listApiKeys = reading((session: Params<SessionKey>) =>
  build
    .select(KEY)
    .from(apiKeys)
    .where(eq(apiKeys.user_id, ownerOf(session)))
    .orderBy(desc(apiKeys.created_at), desc(rowid(apiKeys))),
);

const one = reading(({ id, ...session }: Params<SessionKey & { id: string }>) =>
  build
    .select(KEY)
    .from(apiKeys)
    .where(ownRow(apiKeys, ownerOf(session), id)),
);
export const readApiKey = (db: D1Database, session: SessionRef, id: string) => one(db, { ...session, id });

/** Changes nothing when the account has its maximum. */
export const insertApiKey = (
  userId: string,
  { id, hash, sealed, now }: { id: string; hash: string; sealed: string; now: number },
  max: number,
): RightsChange =>
  rightsChange(
    insertWhere(
      apiKeys,
      { id, user_id: userId, key_hash: hash, key_sealed: sealed, created_at: now },
      isBelow(max, apiKeys, eq(apiKeys.user_id, userId)),
    ),
  );

export const deleteApiKey = (userId: string, id: string): RightsChange =>
  rightsChange(build.delete(apiKeys).where(ownRow(apiKeys, userId, id)));
