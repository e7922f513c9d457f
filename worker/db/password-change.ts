/** A changed password, and what ends with it. */

import { type KnownBrowser, rememberAfter } from "./known-browsers.ts";
import type { SessionRef } from "./sessions.ts";

export interface NewPassword {
  userId: string;
  /** The hash that was checked, and the new one. */
  from: string;
  to: string;
}

const CHANGE = "UPDATE users SET password_hash = ?2 WHERE id = ?1 AND password_hash = ?3";
/** The account, if this change was made: of two at once the first wins. */
const CHANGED = "(SELECT id FROM users WHERE id = ?1 AND password_hash = ?2)";

/** Every other session, and what it may have asked for: links that reset the password or move the address. */
const ENDED = [
  `DELETE FROM sessions WHERE user_id = ${CHANGED} AND token_hash <> ?3`,
  `DELETE FROM email_links WHERE user_id = ${CHANGED} AND purpose = 'change' AND session_hash IS NOT ?3`,
];
const ENDED_TOO = [
  `DELETE FROM reset_links WHERE user_id = ${CHANGED}`,
  `DELETE FROM known_browsers WHERE user_id = ${CHANGED}`,
];

/** For one batch, in this order. */
export const changePassword = (
  db: D1Database,
  session: SessionRef,
  { userId, from, to }: NewPassword,
  browser: KnownBrowser,
) => ({
  changed: db.prepare(CHANGE).bind(userId, to, from),
  ended: [
    ...ENDED.map((sql) => db.prepare(sql).bind(userId, to, session.tokenHash)),
    ...ENDED_TOO.map((sql) => db.prepare(sql).bind(userId, to)),
    rememberAfter(db, { sql: CHANGED, params: [userId, to] }, browser),
  ],
});
