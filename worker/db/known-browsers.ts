/** Browsers that have logged in before: digests, a bounded number per account, for half a year. */

import { KNOWN_BROWSER_MS } from "../contract/retention.ts";
import { first, read } from "./statement.ts";

export const KNOWN_FOR_SECONDS = KNOWN_BROWSER_MS / 1000;
/** Per account; programs without a cookie store add one with every login. */
const MAX_KNOWN = 50;

/** The token of the login, and the new one. */
export interface KnownBrowser {
  before: string | null;
  tokenHash: string;
  now: number;
}

const INSERT = `INSERT INTO known_browsers (token_hash, user_id, created_at, expires_at)
  SELECT ?2, user_id, ?3, ?4 FROM sessions WHERE token_hash = ?1`;
const PRUNE = `DELETE FROM known_browsers WHERE user_id = ?1 AND token_hash NOT IN
  (SELECT token_hash FROM known_browsers WHERE user_id = ?1 ORDER BY created_at DESC, rowid DESC LIMIT ?2)`;

/** In the batch that opens the session: without a session nothing is stored. */
export const rememberBrowser = (
  db: D1Database,
  userId: string,
  sessionHash: string,
  { before, tokenHash, now }: KnownBrowser,
): D1PreparedStatement[] => [
  db.prepare("DELETE FROM known_browsers WHERE user_id = ?1 AND token_hash = ?2").bind(userId, before),
  db.prepare(INSERT).bind(sessionHash, tokenHash, now, now + KNOWN_BROWSER_MS),
  db.prepare(PRUNE).bind(userId, MAX_KNOWN),
];

/** In the batch of a reset. */
export const rememberAfter = (
  db: D1Database,
  account: { sql: string; params: readonly [string, string] },
  { tokenHash, now }: KnownBrowser,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO known_browsers (token_hash, user_id, created_at, expires_at)
       SELECT ?3, id, ?4, ?5 FROM users WHERE id = ${account.sql}`,
    )
    .bind(...account.params, tokenHash, now, now + KNOWN_BROWSER_MS);

const KNOWN = `SELECT 1 AS found FROM known_browsers k JOIN users u ON u.id = k.user_id
  WHERE k.token_hash = ?1 AND k.expires_at > ?2 AND u.email = ?3`;

export const isKnownBrowser = async (db: D1Database, tokenHash: string, email: string, now: number) =>
  (await first(read(db, KNOWN, tokenHash, now, email))) !== null;
