/** The waitlist, and the invitations for it. */

import { first, read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

/** Lifetime of an invitation. Milliseconds. */
const LIFETIME = 14 * 86_400_000;

/** Joining twice has no effect; after an expired invitation the address joins again at the end. */
const JOIN = `INSERT INTO waitlist (email, created_at) VALUES (?1, ?2)
  ON CONFLICT (email) DO UPDATE SET created_at = ?2, invited_at = NULL WHERE invited_at <= ?2 - ${LIFETIME}`;

export const joinWaitlist = (db: D1Database, email: string, now: number) =>
  db.prepare(JOIN).bind(email, now).run();

const WAITING = columns("waitlist", ["email", "created_at", "invited_at"], "w");

export type WaitingRow = RowOf<typeof WAITING>;

const BY_AGE = "ORDER BY w.created_at, w.rowid LIMIT ?1";

export const listWaiting = (db: D1Database, limit: number) =>
  read<WaitingRow>(db, `SELECT ${WAITING} FROM waitlist w ${BY_AGE}`, limit);

/** Addresses without an invitation and without an account. */
const NEXT = `SELECT ${WAITING} FROM waitlist w
  WHERE w.invited_at IS NULL AND NOT EXISTS (SELECT 1 FROM users WHERE email = w.email) ${BY_AGE}`;

export const nextWaiting = (db: D1Database, limit: number) => read<WaitingRow>(db, NEXT, limit);

/** Of two concurrent invitations one is sent. */
const OFFER = `INSERT INTO invitations (token_hash, email, created_at, expires_at)
  SELECT ?1, email, ?3, ?3 + ${LIFETIME} FROM waitlist WHERE email = ?2 AND invited_at IS NULL`;
const MARK = `UPDATE waitlist SET invited_at = ?3
  WHERE email = ?2 AND EXISTS (SELECT 1 FROM invitations WHERE token_hash = ?1)`;

export const offerInvitation = (db: D1Database, tokenHash: string, email: string, now: number) => ({
  offer: db.prepare(OFFER).bind(tokenHash, email, now),
  mark: db.prepare(MARK).bind(tokenHash, email, now),
});

/** The condition that this token invites this address; each names a parameter. */
export const invited = (token: string, email: string, now: string) =>
  `EXISTS (SELECT 1 FROM invitations WHERE token_hash = ${token} AND email = ${email} AND expires_at > ${now})`;

const IS_INVITED = `SELECT ${invited("?1", "?2", "?3")} AS invited`;

export async function isInvited(db: D1Database, tokenHash: string, email: string, now: number) {
  const row = await first(read<{ invited: 0 | 1 }>(db, IS_INVITED, tokenHash, email, now));
  return row?.invited === 1;
}

/** A registered address leaves the waitlist, and its links end. */
export const leaveWaitlist = (db: D1Database, user: { id: string; email: string }) =>
  ["waitlist", "invitations"].map((table) =>
    db
      .prepare(`DELETE FROM ${table} WHERE email = ?1 AND EXISTS (SELECT 1 FROM users WHERE id = ?2)`)
      .bind(user.email, user.id),
  );
