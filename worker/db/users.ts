import { pendingEmail, reserved } from "./email-links.ts";
import type { CallerRow, SessionRef } from "./sessions.ts";
import { OWNER, ownedBy } from "./sessions.ts";

export interface UserRow extends CallerRow {
  password_hash: string;
}

export const countUsers = (db: D1Database) => db.prepare("SELECT count(*) AS total FROM users");

/** One more, unless that is one too many or the e-mail is there. The count and the row are one statement. */
const REGISTER = `INSERT INTO users (id, email, password_hash, created_at, log_name, email_state)
  SELECT ?1, ?2, ?3, ?4, ?6, 'unverified'
  WHERE (?5 = 0 OR (SELECT count(*) FROM users) < ?5) AND NOT ${reserved("?2", "?4")}
  ON CONFLICT (email) DO NOTHING`;

export const insertUser = (
  db: D1Database,
  user: { id: string; email: string; passwordHash: string; now: number; logName: string },
  max: number,
) => db.prepare(REGISTER).bind(user.id, user.email, user.passwordHash, user.now, max, user.logName);

const BY_EMAIL = `SELECT u.id, u.email, u.first_name, u.last_name, u.email_state, u.password_hash, ${pendingEmail("?2")}
  FROM users u WHERE u.email = ?1`;

export const userByEmail = (db: D1Database, email: string, now: number) =>
  db.prepare(BY_EMAIL).bind(email, now).first<UserRow>();

/** For a call that asks for the password once more. */
export const passwordOf = (db: D1Database, session: SessionRef) =>
  db.prepare(`SELECT password_hash FROM users WHERE id = ${OWNER}`).bind(...ownedBy(session));

export const renameUser = (
  db: D1Database,
  userId: string,
  { first_name, last_name }: { first_name: string; last_name: string },
) =>
  db
    .prepare("UPDATE users SET first_name = ?2, last_name = ?3 WHERE id = ?1")
    .bind(userId, first_name, last_name);

/** The same password under newer parameters. */
export const rehashPassword = (db: D1Database, userId: string, from: string, to: string) =>
  db
    .prepare("UPDATE users SET password_hash = ?3 WHERE id = ?1 AND password_hash = ?2")
    .bind(userId, from, to);

/** The account, with every row that names it, and its address where that stands alone. */
export const deleteUser = (db: D1Database, user: { id: string; email: string }) => [
  db.prepare("DELETE FROM users WHERE id = ?1").bind(user.id),
  db.prepare("DELETE FROM waitlist WHERE email = ?1").bind(user.email),
];

/** Stands in every batch that changes what the account's clients may do. */
export const raiseRightsVersion = (db: D1Database, userId: string) =>
  db.prepare("UPDATE users SET rights_version = rights_version + 1 WHERE id = ?1").bind(userId);

export const userExists = async (db: D1Database, userId: string): Promise<boolean> =>
  (await db.prepare("SELECT 1 AS found FROM users WHERE id = ?1").bind(userId).first()) !== null;
