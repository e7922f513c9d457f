/**
 * Links in emails that prove an address: stored as digests, valid once. A new one ends the earlier ones, except those
 * that give an old address back, whose emails were meant to be kept.
 */

import { first, type Read, read } from "./statement.ts";
import type { Tables } from "./tables.ts";

export type LinkPurpose = Tables["email_links"]["purpose"];

const DAY = 86_400_000;
const LIFETIME_MS: Record<LinkPurpose, number> = { verify: 2 * DAY, change: 2 * DAY, undo: 7 * DAY };

export interface NewEmailLink {
  purpose: LinkPurpose;
  userId: string;
  /** The address that it proves, moves the account to, or restores. */
  email: string;
  tokenHash: string;
  /** The session that asked. */
  sessionHash: string | null;
  now: number;
}

const END = "DELETE FROM email_links WHERE user_id = ?1 AND purpose = ?2 AND purpose <> 'undo'";
const OFFER = `INSERT INTO email_links (token_hash, user_id, purpose, email, session_hash, created_at, expires_at)
  SELECT ?2, id, ?3, ?4, ?5, ?6, ?7 FROM users WHERE id = ?1`;

export const offerEmailLink = (db: D1Database, link: NewEmailLink): D1PreparedStatement[] => {
  const { purpose, userId, email, tokenHash, sessionHash, now } = link;
  const expiresAt = now + LIFETIME_MS[purpose];
  return [
    db.prepare(END).bind(userId, purpose),
    db.prepare(OFFER).bind(userId, tokenHash, purpose, email, sessionHash, now, expiresAt),
  ];
};

/** For statements about a row `u` of users; `now` names their parameter. */
export const pendingEmail = (now: string) => `(SELECT email FROM email_links
  WHERE user_id = u.id AND purpose = 'change' AND expires_at > ${now}) AS pending_email`;

/** An address that an account may still take back is reserved. */
export const reserved = (email: string, now: string) =>
  `EXISTS (SELECT 1 FROM email_links WHERE email = ${email} AND purpose = 'undo' AND expires_at > ${now})`;

const TAKEN = `SELECT EXISTS (SELECT 1 FROM users WHERE email = ?1 AND id <> ?2) OR EXISTS (SELECT 1 FROM email_links
  WHERE email = ?1 AND purpose = 'undo' AND expires_at > ?3 AND user_id <> ?2) AS taken`;

export async function emailIsTaken(db: D1Database, email: string, byUser: string, now: number) {
  const row = await first(read<{ taken: 0 | 1 }>(db, TAKEN, email, byUser, now));
  return row?.taken === 1;
}

const ofLink = (column: string, purpose: LinkPurpose) =>
  `(SELECT ${column} FROM email_links WHERE token_hash = ?1 AND expires_at > ?2 AND purpose = '${purpose}')`;

/** In this order, in one batch: the link is used up last, so of concurrent attempts only the first finds it. */
const CONFIRM = [
  `UPDATE users SET email_state = 'verified'
   WHERE id = ${ofLink("user_id", "verify")} AND email = ${ofLink("email", "verify")}`,
  `UPDATE users SET email = ${ofLink("email", "change")}, email_state = 'verified'
   WHERE id = ${ofLink("user_id", "change")}`,
  `DELETE FROM sessions WHERE user_id = ${ofLink("user_id", "change")}
   AND token_hash IS NOT ${ofLink("session_hash", "change")}`,
  `DELETE FROM reset_links WHERE user_id = ${ofLink("user_id", "change")}`,
  `DELETE FROM email_links WHERE user_id = ${ofLink("user_id", "change")} AND purpose = 'verify'`,
];
/** The account stays where it is. The link that the old address got stays, too: it was meant to be kept. */
export const endChange = (db: D1Database, userId: string) => db.prepare(END).bind(userId, "change");

const CONFIRMED = `DELETE FROM email_links
  WHERE token_hash = ?1 AND expires_at > ?2 AND purpose IN ('verify', 'change') RETURNING user_id, purpose`;

export type OpenedLink = Pick<Tables["email_links"], "user_id" | "purpose">;

/** The statements that use a link up, and its reading, in one batch. */
export interface Spending {
  steps: D1PreparedStatement[];
  opened: Read<OpenedLink>;
}

/** The address is proven and becomes the account's. */
export const confirmEmail = (db: D1Database, tokenHash: string, now: number): Spending =>
  spend(db, CONFIRM, CONFIRMED, [tokenHash, now]);

const UNDO = [
  `UPDATE users SET email = ${ofLink("email", "undo")}, email_state = 'verified'
   WHERE id = ${ofLink("user_id", "undo")}`,
  ...["sessions", "reset_links", "known_browsers"].map(
    (table) => `DELETE FROM ${table} WHERE user_id = ${ofLink("user_id", "undo")}`,
  ),
];
const UNDONE = `DELETE FROM email_links WHERE user_id = ${ofLink("user_id", "undo")} RETURNING user_id, purpose`;

/** The account gets the address back, every session ends, and no other link of it works. */
export const undoEmail = (db: D1Database, tokenHash: string, now: number): Spending =>
  spend(db, UNDO, UNDONE, [tokenHash, now]);

const spend = (db: D1Database, steps: readonly string[], last: string, link: [string, number]): Spending => ({
  steps: steps.map((sql) => db.prepare(sql).bind(...link)),
  opened: read<OpenedLink>(db, last, ...link),
});

const LINK = "SELECT user_id, purpose FROM email_links WHERE token_hash = ?1 AND expires_at > ?2";

/** Returns the owner of a link; null for an unknown one. */
export const emailLink = (db: D1Database, tokenHash: string, now: number) =>
  first(read<OpenedLink>(db, LINK, tokenHash, now));
