/** Reset tokens: stored as digests, valid for one hour and one use. A new one ends the earlier ones. */

import { ACCOUNT_TABLES } from "./account-tables.ts";
import { type KnownBrowser, rememberAfter } from "./known-browsers.ts";
import { rightsChange } from "./rights-change.ts";
import { first, read } from "./statement.ts";
import type { Tables } from "./tables.ts";
import { countValidTokens } from "./tokens.ts";

const LIFETIME_MS = 3_600_000;

/**
 * `hash` is written, `hashes` are all possible values. The same statements and rows whether or not the address is
 * registered, so that neither time nor response reveals it.
 */
export function offerReset(
  db: D1Database,
  email: { text: string; hash: string; hashes: readonly string[] },
  tokenHash: string,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(`DELETE FROM reset_links WHERE email_hash IN (${email.hashes.map(() => "?").join()})`)
      .bind(...email.hashes),
    db
      .prepare(
        `INSERT INTO reset_links (token_hash, email_hash, user_id, created_at, expires_at)
         VALUES (?1, ?2, (SELECT id FROM users WHERE email = ?3), ?4, ?5)`,
      )
      .bind(tokenHash, email.hash, email.text, now, now + LIFETIME_MS),
  ];
}

interface ResetAccountRow extends Pick<Tables["users"], "email_state"> {
  user_id: string;
  tokens: number;
}

export interface ResetAccount extends Pick<ResetAccountRow, "user_id" | "tokens"> {
  /** Its address was never verified. */
  isCleared: boolean;
}

const ACCOUNT = `SELECT r.user_id, u.email_state, ${countValidTokens("u.id", "?2")} FROM reset_links r JOIN users u ON u.id = r.user_id
  WHERE r.token_hash = ?1 AND r.used_by IS NULL AND r.expires_at > ?2`;

export async function resetAccount(
  db: D1Database,
  tokenHash: string,
  now: number,
): Promise<ResetAccount | null> {
  const row = await first(read<ResetAccountRow>(db, ACCOUNT, tokenHash, now));
  return row && { ...row, isCleared: row.email_state === "unverified" };
}

export type ForgottenAccount = Pick<Tables["users"], "id" | "email" | "email_state"> & { tokens: number };

const FORGOTTEN = `SELECT id, email, email_state, ${countValidTokens("u.id", "?2")} FROM users u WHERE email = ?1`;

export const forgottenAccount = (db: D1Database, email: string, now: number) =>
  first(read<ForgottenAccount>(db, FORGOTTEN, email, now));

/** The account whose token this attempt used up. */
const WON = "(SELECT user_id FROM reset_links WHERE token_hash = ?1 AND used_by = ?2)";
/** The same for an account whose address nobody has proven: its contents may be somebody else's. */
const CLEARED = `(SELECT id FROM users WHERE id = ${WON} AND email_state = 'unverified')`;

const TABLES = Object.entries(ACCOUNT_TABLES);

/** Data and settings of an account that is cleared, by `account-tables.ts`. */
const CLEARING = TABLES.flatMap(([table, at]) => {
  if ("cleared" in at) return `DELETE FROM ${table} WHERE user_id = ${CLEARED} AND ${at.cleared}`;
  return "reset" in at ? `UPDATE ${table} SET ${at.reset} WHERE id = ${CLEARED}` : [];
});

/** The account's object reads it with the rights, and clears its own tables. */
const MARK_CLEARED = `UPDATE users SET cleared_at = ?3 WHERE id = ${CLEARED}`;

const MARK = `UPDATE reset_links SET used_by = ?2
  WHERE token_hash = ?1 AND used_by IS NULL AND expires_at > ?3`;
const END_TOKENS = `DELETE FROM tokens WHERE user_id = ${WON}`;
const SET_PASSWORD = `UPDATE users SET password_hash = ?3 WHERE id = ${WON}`;

/** The email proves the address; all earlier sessions end. */
const AFTERWARDS = [
  `UPDATE users SET email_state = 'verified' WHERE id = ${WON}`,
  ...TABLES.flatMap(([table, at]) =>
    "ended" in at ? `DELETE FROM ${table} WHERE user_id = ${WON} AND ${at.ended}` : [],
  ),
];

/**
 * For one batch, in this order: of concurrent attempts the first marks the token, and only its statements find an
 * account. `cleared` is for an account with an unproven address.
 */
export function spendReset(db: D1Database, tokenHash: string, passwordHash: string, browser: KnownBrowser) {
  const attempt = crypto.randomUUID();
  const won = { sql: WON, params: [tokenHash, attempt] as const };
  return {
    marked: db.prepare(MARK).bind(tokenHash, attempt, browser.now),
    cleared: [
      ...CLEARING.map((sql) => rightsChange(sql, tokenHash, attempt)),
      rightsChange(MARK_CLEARED, tokenHash, attempt, browser.now),
    ],
    /** Every token, where the reset asks for that. */
    ended: rightsChange(END_TOKENS, tokenHash, attempt),
    after: [
      db.prepare(SET_PASSWORD).bind(tokenHash, attempt, passwordHash),
      ...AFTERWARDS.map((sql) => db.prepare(sql).bind(tokenHash, attempt)),
      rememberAfter(db, won, browser),
    ],
  };
}
