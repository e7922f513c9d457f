/** Accounts for operators, by id: no session is involved. */

import { and, desc, eq, gt, or, type SQL, sql } from "drizzle-orm";
import type { AccountQuery } from "../contract/operator.ts";
import { accountName } from "../keys/digest.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { apiKeys, channels, credentials, devices, sessions, tokens, users } from "./schema.ts";
import { all, build, read, write } from "./statement.ts";
import { ofKind } from "./tokens.ts";

const ACCOUNT = {
  id: users.id,
  email: users.email,
  email_state: users.email_state,
  mqtt_profile: users.mqtt_profile,
  created_at: users.created_at,
  suspended_at: users.suspended_at,
  suspended_reason: users.suspended_reason,
  own_limits: users.own_limits,
};

/** What an account owns, in numbers. */
const OWNED = { devices, channels, credentials, api_keys: apiKeys };
type Owned = keyof typeof OWNED | "tokens" | "guests" | "sessions";

export type AccountRow = Pick<typeof users.$inferSelect, keyof typeof ACCOUNT> & Record<Owned, number>;

const count = (name: keyof typeof OWNED) =>
  build.$count(OWNED[name], eq(OWNED[name].user_id, users.id)).as(name);

const accounts = (now: number) =>
  build
    .select({
      ...ACCOUNT,
      devices: count("devices"),
      channels: count("channels"),
      credentials: count("credentials"),
      api_keys: count("api_keys"),
      tokens: build.$count(tokens, ofKind(sql`${users.id}`, "program")).as("tokens"),
      guests: build.$count(tokens, ofKind(sql`${users.id}`, "guest")).as("guests"),
      sessions: build
        .$count(sessions, and(eq(sessions.user_id, users.id), gt(sessions.expires_at, now)))
        .as("sessions"),
    })
    .from(users);

export const accountById = (db: D1Database, id: string, now: number) =>
  read(db, accounts(now).where(eq(users.id, id)));

export const accountsOf = (db: D1Database, who: string, now: number) =>
  read(db, accounts(now).where(or(eq(users.email, who), eq(users.id, who))));

const IDS_AT_ONCE = 10_000;

/** Scans the ids of all accounts: no row has the name, and only an operator needs it. */
export async function idOfAccountName(db: D1Database, name: string): Promise<string | null> {
  for (let after = ""; ; ) {
    const ids = build
      .select({ id: users.id })
      .from(users)
      .where(gt(users.id, after))
      .orderBy(users.id)
      .limit(IDS_AT_ONCE);
    const rows = await all(read(db, ids));
    const found = rows.find(({ id }) => accountName(id) === name);
    if (found !== undefined) return found.id;
    after = rows[IDS_AT_ONCE - 1]?.id ?? "";
    if (after === "") return null;
  }
}

/** The order by a column of the result. */
const by = (name: NonNullable<AccountQuery["by"]>): SQL => sql`${sql.identifier(name)} desc`;

export const largestAccounts = (
  db: D1Database,
  query: { by: NonNullable<AccountQuery["by"]>; size: number },
  now: number,
) => read(db, accounts(now).orderBy(by(query.by), desc(users.created_at), users.id).limit(query.size));

/** A second suspension changes the reason and keeps the time. */
export const suspend = (userId: string, reason: string, now: number): RightsChange =>
  rightsChange(
    build
      .update(users)
      .set({ suspended_at: sql`coalesce(${users.suspended_at}, ${now})`, suspended_reason: reason })
      .where(eq(users.id, userId)),
  );

export const resume = (userId: string): RightsChange =>
  rightsChange(
    build.update(users).set({ suspended_at: null, suspended_reason: null }).where(eq(users.id, userId)),
  );

/** By name; null removes a limit. `json_patch` (RFC 7396) keeps the others and the version. */
export const patchOwnLimits = (
  userId: string,
  limits: Readonly<Record<string, number | null | undefined>>,
): RightsChange =>
  rightsChange(
    build
      .update(users)
      .set({ own_limits: sql`json_patch(${users.own_limits}, ${JSON.stringify({ value: limits })})` })
      .where(eq(users.id, userId)),
  );

export const endSessions = (db: D1Database, userId: string): D1PreparedStatement =>
  write(db, build.delete(sessions).where(eq(sessions.user_id, userId)));
