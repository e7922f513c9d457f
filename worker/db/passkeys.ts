/** Passkeys. They log a person in, and no MQTT client: they are no rights of clients. */

import { and, desc, eq, exists, lt, type SQL, sql } from "drizzle-orm";
import { pendingEmail } from "./email-links.ts";
import { passkeys, users } from "./schema.ts";
import { ownerOf, PERSON, type SessionKey, type SessionRef } from "./sessions.ts";
import { build, first, insertWhere, isBelow, type Params, read, reading, rowid, write } from "./statement.ts";
import { type Password, withPassword } from "./users.ts";

const PASSKEY = {
  id: passkeys.id,
  name: passkeys.name,
  created_at: passkeys.created_at,
  last_used_at: passkeys.last_used_at,
};
export type PasskeyRow = Pick<typeof passkeys.$inferSelect, keyof typeof PASSKEY>;

export const listPasskeys = reading((session: Params<SessionKey>) =>
  build
    .select(PASSKEY)
    .from(passkeys)
    .where(eq(passkeys.user_id, ownerOf(session)))
    .orderBy(desc(passkeys.created_at), desc(rowid(passkeys))),
);

const one = reading(({ id, ...session }: Params<SessionKey & { id: string }>) =>
  build
    .select(PASSKEY)
    .from(passkeys)
    .where(and(eq(passkeys.user_id, ownerOf(session)), eq(passkeys.id, id))),
);
export const readPasskey = (db: D1Database, session: SessionRef, id: string) => one(db, { ...session, id });

export async function countPasskeys(db: D1Database, userId: string): Promise<number> {
  const count = build.$count(passkeys, eq(passkeys.user_id, userId)).as("count");
  return (await first(read(db, build.select({ count }).from(users).where(eq(users.id, userId)))))?.count ?? 0;
}

interface NewPasskey {
  id: string;
  name: string;
  credential_id: string;
  public_key: string;
  created_at: number;
}

/** Changes nothing when the account has its maximum, for a key that exists, or when the password has changed. */
export const insertPasskey = (
  db: D1Database,
  { userId, passwordHash }: { userId: string; passwordHash: string },
  row: NewPasskey,
  max: number,
): D1PreparedStatement =>
  write(
    db,
    sql<typeof passkeys>`${insertWhere(
      passkeys,
      { ...row, user_id: userId },
      isBelow(max, passkeys, eq(passkeys.user_id, userId)),
      exists(build.select({ id: users.id }).from(users).where(withPassword(userId, passwordHash))),
    )} on conflict (credential_id) do nothing`,
  );

export const deletePasskey = (db: D1Database, userId: string, id: string): D1PreparedStatement =>
  write(db, build.delete(passkeys).where(and(eq(passkeys.user_id, userId), eq(passkeys.id, id))));

/** With the user whom it logs in. */
export const passkeyByCredential = (db: D1Database, credentialId: string, now: number) =>
  first(
    read(
      db,
      build
        .select({
          ...PERSON,
          password_hash: users.password_hash,
          pending_email: pendingEmail(now),
          passkey_id: sql<string>`${passkeys.id}`.as("passkey_id"),
          passkey_name: sql<string>`${passkeys.name}`.as("passkey_name"),
          public_key: passkeys.public_key,
        })
        .from(passkeys)
        .innerJoin(users, eq(users.id, passkeys.user_id))
        .where(eq(passkeys.credential_id, credentialId)),
    ),
  );

interface Use {
  passkeyId: string;
  /** The session that it begins. */
  tokenHash: string;
  challengedAt: number;
  now: number;
}

/** Once for each challenge: the next one must be newer. In the batch, before the session that needs it. */
export const markUsed = (db: D1Database, { passkeyId, tokenHash, challengedAt, now }: Use) =>
  write(
    db,
    build
      .update(passkeys)
      .set({ last_used_at: now, challenged_at: challengedAt, session_hash: tokenHash })
      .where(and(eq(passkeys.id, passkeyId), lt(passkeys.challenged_at, challengedAt))),
  );

/** Whether `markUsed` was done for this session. */
export const wasUsedFor = ({ passkeyId, tokenHash }: Pick<Use, "passkeyId" | "tokenHash">): SQL =>
  exists(
    build
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.session_hash, tokenHash))),
  );

/** Every passkey of the account, if its password is the new one now. */
export const endPasskeys = (
  db: D1Database,
  { userId, to }: { userId: string; to: Password["password_hash"] },
): D1PreparedStatement => {
  const changed = build.select({ id: users.id }).from(users).where(withPassword(userId, to));
  return write(db, build.delete(passkeys).where(eq(passkeys.user_id, sql`${changed}`)));
};
