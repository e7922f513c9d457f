import { desc, eq } from "drizzle-orm";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { apiKeys } from "./schema.ts";
import { ownerOf, type SessionKey, type SessionRef } from "./sessions.ts";
import { build, insertWhere, isBelow, ownRow, type Params, reading, returning, rowid } from "./statement.ts";

/** Without the digest. */
const KEY = {
  id: apiKeys.id,
  user_id: apiKeys.user_id,
  key_sealed: apiKeys.key_sealed,
  created_at: apiKeys.created_at,
};

type NewApiKey = typeof apiKeys.$inferInsert;
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

/** Returns no row when the account has its maximum. */
export const insertApiKey = (userId: string, row: Omit<NewApiKey, "user_id">, max: number) =>
  rightsChange(
    returning(
      insertWhere(apiKeys, { ...row, user_id: userId }, isBelow(max, apiKeys, eq(apiKeys.user_id, userId))),
      KEY,
    ),
  );

export const deleteApiKey = (userId: string, id: string): RightsChange =>
  rightsChange(build.delete(apiKeys).where(ownRow(apiKeys, userId, id)));
