import type { Settings } from "../contract/settings.ts";
import { pendingEmail, reserved } from "./email-links.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { type CallerRow, OWNER, ownedBy, PERSON, type SessionRef } from "./sessions.ts";
import { first, read } from "./statement.ts";
import type { Tables } from "./tables.ts";
import { invited } from "./waitlist.ts";

export type Password = Pick<Tables["users"], "password_hash">;
export type UserRow = CallerRow & Password;

export const countUsers = async (db: D1Database): Promise<number> =>
  (await first(read<{ total: number }>(db, "SELECT count(*) AS total FROM users")))?.total ?? 0;

const OWNED = `SELECT (SELECT count(*) FROM devices WHERE user_id = ${OWNER} AND found IS NULL) AS devices,
  (SELECT count(*) FROM channels WHERE user_id = ${OWNER}) AS channels`;

export const countOwned = (db: D1Database, session: SessionRef) =>
  read<{ devices: number; channels: number }>(db, OWNED, ...ownedBy(session));

/**
 * Registers unless the service is full and there is no invitation, or the address is taken. Count and insert are one
 * statement. The link of an invitation proves the address.
 */
const REGISTER = `INSERT INTO users (id, email, password_hash, created_at, email_state)
  SELECT ?1, ?2, ?3, ?4, iif(${invited("?6", "?2", "?4")}, 'verified', 'unverified')
  WHERE (?5 = 0 OR (SELECT count(*) FROM users) < ?5 OR ${invited("?6", "?2", "?4")})
    AND NOT ${reserved("?2", "?4")}
  ON CONFLICT (email) DO NOTHING`;

export interface NewUser {
  id: string;
  email: string;
  passwordHash: string;
  now: number;
  invitation: string | null;
}

export const insertUser = (
  db: D1Database,
  { id, email, passwordHash, now, invitation }: NewUser,
  max: number,
) => db.prepare(REGISTER).bind(id, email, passwordHash, now, max, invitation);

const BY_EMAIL = `SELECT ${PERSON}, u.password_hash, ${pendingEmail("?2")}
  FROM users u WHERE u.email = ?1`;

export const userByEmail = (db: D1Database, email: string, now: number) =>
  first(read<UserRow>(db, BY_EMAIL, email, now));

export const addressOf = (db: D1Database, userId: string) =>
  first(
    read<Pick<Tables["users"], "email" | "email_state">>(
      db,
      "SELECT email, email_state FROM users WHERE id = ?",
      userId,
    ),
  );

export const passwordOf = (db: D1Database, session: SessionRef) =>
  read<Password>(db, `SELECT password_hash FROM users WHERE id = ${OWNER}`, ...ownedBy(session));

/** The columns that a person changes without a proof. */
export type PersonalSettings = Pick<Tables["users"], "first_name" | "last_name" | "time_zone" | "clock">;

export const updateProfile = (
  db: D1Database,
  userId: string,
  { first_name, last_name, time_zone, clock }: PersonalSettings,
) =>
  db
    .prepare("UPDATE users SET first_name = ?2, last_name = ?3, time_zone = ?4, clock = ?5 WHERE id = ?1")
    .bind(userId, first_name, last_name, time_zone, clock);

/** The same password with newer parameters. */
export const rehashPassword = (db: D1Database, userId: string, from: string, to: string) =>
  db
    .prepare("UPDATE users SET password_hash = ?3 WHERE id = ?1 AND password_hash = ?2")
    .bind(userId, from, to);

export const changeSettings = (userId: string, { profile, home_assistant }: Settings): RightsChange =>
  rightsChange(
    "UPDATE users SET mqtt_profile = ?2, home_assistant = ?3 WHERE id = ?1",
    userId,
    profile,
    home_assistant ? 1 : 0,
  );

/** The account, every row that names it, and rows with its address only. */
export const deleteUser = (db: D1Database, user: { id: string; email: string }) => ({
  remove: rightsChange("DELETE FROM users WHERE id = ?1", user.id),
  waitlist: db.prepare("DELETE FROM waitlist WHERE email = ?1").bind(user.email),
  invitations: db.prepare("DELETE FROM invitations WHERE email = ?1").bind(user.email),
});

/** In every batch that changes rights: `account/change-rights.ts` adds it. */
export const raiseRightsVersion = (db: D1Database, userId: string) =>
  db.prepare("UPDATE users SET rights_version = rights_version + 1 WHERE id = ?1").bind(userId);
