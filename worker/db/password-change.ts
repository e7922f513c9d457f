/** A changed password, and what ends with it. */

import { type KnownBrowser, rememberAfter } from "./known-browsers.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { OWNER, ownedBy, type SessionRef } from "./sessions.ts";
import { read } from "./statement.ts";
import { countValidTokens } from "./tokens.ts";
import type { Password } from "./users.ts";

/** `tokens`: how many are valid. */
export type PasswordAndTokens = Password & { tokens: number };

export const passwordAndTokens = (db: D1Database, session: SessionRef) =>
  read<PasswordAndTokens>(
    db,
    `SELECT password_hash, ${countValidTokens(OWNER, "?2")} FROM users WHERE id = ${OWNER}`,
    ...ownedBy(session),
  );

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

const END_TOKENS = `DELETE FROM tokens WHERE user_id = ${CHANGED}`;

/** Every token, if this change was made. */
export const endTokens = ({ userId, to }: Pick<NewPassword, "userId" | "to">): RightsChange =>
  rightsChange(END_TOKENS, userId, to);

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
