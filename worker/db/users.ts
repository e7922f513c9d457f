import { and, eq, isNull, not, or, sql } from "drizzle-orm";
import type { Settings } from "../contract/settings.ts";
import { isReserved, pendingEmail } from "./email-links.ts";
import { historyColumn } from "./json-columns.ts";
import { rightsChange } from "./rights-change.ts";
import { channels, credentials, devices, invitations, users, waitlist } from "./schema.ts";
import { type CallerRow, ownerOf, PERSON, type SessionKey } from "./sessions.ts";
import { build, first, insertWhere, isBelow, type Params, read, reading, write } from "./statement.ts";
import { isInvitedBy } from "./waitlist.ts";

type User = typeof users.$inferSelect;

export type Password = Pick<User, "password_hash">;
export type UserRow = CallerRow & Password;

export const countUsers = async (db: D1Database): Promise<number> =>
  (await first(read(db, sql<{ total: number }>`select ${build.$count(users)} as total`)))?.total ?? 0;

/** Devices of our own kind, channels and credentials. */
export const countOwned = reading((session: Params<SessionKey>) => {
  const owner = ownerOf(session);
  const owned = build.$count(devices, and(eq(devices.user_id, owner), isNull(devices.found)));
  return sql<{ devices: number; channels: number; credentials: number }>`select ${owned} as devices,
    ${build.$count(channels, eq(channels.user_id, owner))} as channels,
    ${build.$count(credentials, eq(credentials.user_id, owner))} as credentials`;
});

export interface NewUser {
  id: string;
  email: string;
  passwordHash: string;
  now: number;
  invitation: string | null;
}

/**
 * Registers unless the service is full and there is no invitation, or the address is taken. Count and insert are one
 * statement. The link of an invitation proves the address.
 */
export function insertUser(
  db: D1Database,
  { id, email, passwordHash, now, invitation }: NewUser,
  max: number,
): D1PreparedStatement {
  const invited = isInvitedBy(invitation, email, now);
  const row = {
    id,
    email,
    password_hash: passwordHash,
    created_at: now,
    email_state: sql`iif(${invited}, 'verified', 'unverified')`,
  };
  const hasRoom = isBelow(max, users, undefined);
  const registered = insertWhere(users, row, hasRoom && or(hasRoom, invited), not(isReserved(email, now)));
  return write(db, sql<typeof users>`${registered} on conflict (email) do nothing`);
}

export const userByEmail = (db: D1Database, email: string, now: number) =>
  first(
    read(
      db,
      build
        .select({ ...PERSON, password_hash: users.password_hash, pending_email: pendingEmail(now) })
        .from(users)
        .where(eq(users.email, email)),
    ),
  );

/** In which zone and how the account's person reads times. */
export const clockOf = (db: D1Database, userId: string) =>
  first(
    read(
      db,
      build
        .select({ time_zone: users.time_zone, clock: users.clock })
        .from(users)
        .where(eq(users.id, userId)),
    ),
  );

export const addressOf = (db: D1Database, userId: string) =>
  first(
    read(
      db,
      build
        .select({ email: users.email, email_state: users.email_state })
        .from(users)
        .where(eq(users.id, userId)),
    ),
  );

export const passwordOf = reading((session: Params<SessionKey>) =>
  build
    .select({ password_hash: users.password_hash })
    .from(users)
    .where(eq(users.id, ownerOf(session))),
);

/** The columns that a person changes without a proof. */
export type PersonalSettings = Pick<User, "first_name" | "last_name" | "time_zone" | "clock">;

export const updateProfile = (
  db: D1Database,
  userId: string,
  { first_name, last_name, time_zone, clock }: PersonalSettings,
) =>
  read(
    db,
    build
      .update(users)
      .set({ first_name, last_name, time_zone, clock })
      .where(eq(users.id, userId))
      .returning(PERSON),
  );

/** The account, while this is its password. */
export const withPassword = (userId: string, hash: string) =>
  and(eq(users.id, userId), eq(users.password_hash, hash));

/** Sets the password, if it is still the one that was checked. */
export const replacePassword = (
  db: D1Database,
  userId: string,
  from: string,
  to: string,
): D1PreparedStatement =>
  write(db, build.update(users).set({ password_hash: to }).where(withPassword(userId, from)));

export const changeSettings = (userId: string, { profile, home_assistant, history }: Settings) =>
  rightsChange(
    build
      .update(users)
      .set({
        mqtt_profile: profile,
        home_assistant: home_assistant ? 1 : 0,
        history: history.length === 0 ? null : historyColumn.write(history),
      })
      .where(eq(users.id, userId))
      .returning({
        mqtt_profile: users.mqtt_profile,
        home_assistant: users.home_assistant,
        history: users.history,
      }),
  );

/** The account, every row that names it, and rows with its address only. */
export const deleteUser = (db: D1Database, user: { id: string; email: string }) => ({
  remove: rightsChange(build.delete(users).where(eq(users.id, user.id))),
  waitlist: write(db, build.delete(waitlist).where(eq(waitlist.email, user.email))),
  invitations: write(db, build.delete(invitations).where(eq(invitations.email, user.email))),
});
