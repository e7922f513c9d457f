/** Finds the account of a client whose URL names none: one statement per kind of login. */

import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { apiKeys, credentials, devices, users } from "./schema.ts";
import { all, build, first, named, type Params, type Read, read, reading, rowid } from "./statement.ts";

const ownerIn = async (found: Read<{ user_id: string }>): Promise<string | null> =>
  (await first(found))?.user_id ?? null;

/** `hashes`: the possible values of its row, one for each lookup key. */
export const ownerOfKey = (db: D1Database, hashes: readonly string[]): Promise<string | null> =>
  ownerIn(
    read(
      db,
      build
        .select({ user_id: apiKeys.user_id })
        .from(apiKeys)
        .where(inArray(apiKeys.key_hash, [...hashes])),
    ),
  );

const deviceOwner = reading(({ id }: Params<{ id: string }>) =>
  build.select({ user_id: devices.user_id }).from(devices).where(eq(devices.id, id)),
);
export const ownerOfDevice = (db: D1Database, id: string) => ownerIn(deviceOwner(db, { id }));

const user = reading(({ id }: Params<{ id: string }>) =>
  build
    .select({ user_id: named(users.id, "user_id") })
    .from(users)
    .where(eq(users.id, id)),
);
export const existingUser = (db: D1Database, id: string) => ownerIn(user(db, { id }));

const NAMED = {
  id: credentials.id,
  user_id: credentials.user_id,
  server_made: credentials.server_made,
  password_sealed: credentials.password_sealed,
  earlier_sealed: credentials.earlier_sealed,
  earlier_until: credentials.earlier_until,
};

export type NamedCredential = Pick<typeof credentials.$inferSelect, keyof typeof NAMED>;

/** Server-made names come first, then the oldest. The number is literal: one of the indexes has it as a condition. */
const byName = reading(({ username, most }: Params<{ username: string; most: number }>) => {
  const where = (made: SQL) => and(eq(credentials.username, username), made);
  const serverMade = build
    .select(NAMED)
    .from(credentials)
    .where(where(sql`${credentials.server_made} = 1`));
  const chosen = build
    .select(NAMED)
    .from(credentials)
    .where(where(sql`${credentials.server_made} = 0`))
    .orderBy(rowid(credentials));
  return sql<NamedCredential>`${serverMade.getSQL()} union all select * from (${chosen.getSQL()} limit ${most})`;
});

/** Credentials with this user name in any account; `most` of those with a chosen name. */
export const credentialsNamed = (db: D1Database, username: string, most: number) =>
  all(byName(db, { username, most }));
