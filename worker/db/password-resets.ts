/** Reset tokens: stored as digests, good for one hour and one use. A new one ends the ones before. */

import { type KnownBrowser, rememberAfter } from "./known-browsers.ts";
import { rightsChange } from "./rights-change.ts";
import { first, read } from "./statement.ts";
import type { Tables } from "./tables.ts";

const LIFETIME_MS = 3_600_000;

/**
 * `hash` is what is written, `hashes` all that may have been. The same statements and the same rows whether or not the address is registered:
 * neither time nor answer tells.
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

export type ResetAccount = { user_id: string } & Pick<Tables["users"], "email_state">;

const ACCOUNT = `SELECT r.user_id, u.email_state FROM reset_links r JOIN users u ON u.id = r.user_id
  WHERE r.token_hash = ?1 AND r.used_by IS NULL AND r.expires_at > ?2`;

/** Whose password the token sets; null when it sets nobody's any more. */
export const resetAccount = (db: D1Database, tokenHash: string, now: number) =>
  first(read<ResetAccount>(db, ACCOUNT, tokenHash, now));

/** The account whose token this very attempt used up. */
const WON = "(SELECT user_id FROM reset_links WHERE token_hash = ?1 AND used_by = ?2)";
/** The same, where nobody has proven the address yet: what is in it, somebody else may have put there. */
const CLEARED = `(SELECT id FROM users WHERE id = ${WON} AND email_state = 'unverified')`;

const CLEARING = ["api_keys", "credentials", "device_links"].map(
  (table) => `DELETE FROM ${table} WHERE user_id = ${CLEARED}`,
);

const MARK = `UPDATE reset_links SET used_by = ?2
  WHERE token_hash = ?1 AND used_by IS NULL AND expires_at > ?3`;
const SET_PASSWORD = `UPDATE users SET password_hash = ?3 WHERE id = ${WON}`;

/** What the letter was opened with is proven by it, and whoever was signed in before is no more. */
const AFTERWARDS = [
  `UPDATE users SET email_state = 'verified' WHERE id = ${WON}`,
  ...["sessions", "known_browsers"].map((table) => `DELETE FROM ${table} WHERE user_id = ${WON}`),
  // Not those that give an old address back: whoever took an account over would end them by a reset.
  `DELETE FROM email_links WHERE user_id = ${WON} AND purpose <> 'undo'`,
];

/**
 * For one batch, in this order: of many attempts with one token the first marks it, and only its other statements find an
 * account. `cleared` is for an account whose address nobody has proven.
 */
export function spendReset(db: D1Database, tokenHash: string, passwordHash: string, browser: KnownBrowser) {
  const attempt = crypto.randomUUID();
  const won = { sql: WON, params: [tokenHash, attempt] as const };
  return {
    marked: db.prepare(MARK).bind(tokenHash, attempt, browser.now),
    cleared: CLEARING.map((sql) => rightsChange(sql, tokenHash, attempt)),
    after: [
      db.prepare(SET_PASSWORD).bind(tokenHash, attempt, passwordHash),
      ...AFTERWARDS.map((sql) => db.prepare(sql).bind(tokenHash, attempt)),
      rememberAfter(db, won, browser),
    ],
  };
}
