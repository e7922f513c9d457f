import { SESSION_LIFETIME_MS } from "../contract/retention.ts";
import { pendingEmail } from "./email-links.ts";
import { read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

/** A session or token, as statements name it. Whether it exists is known after its look-up. */
export interface SessionRef {
  tokenHash: string;
  now: number;
  isToken?: boolean;
  /** The caller sent the ticket of a stream. */
  isTicket?: boolean;
  /** The account that it names; null when its form has none. */
  userId?: string | null;
}

/** The columns of a user that responses contain. */
export const PERSON = columns(
  "users",
  [
    "id",
    "email",
    "first_name",
    "last_name",
    "email_state",
    "mqtt_profile",
    "home_assistant",
    "suspended_at",
    "suspended_reason",
    "own_limits",
    "time_zone",
    "clock",
    "rights_version",
  ],
  "u",
);

export type CallerRow = RowOf<typeof PERSON> & { pending_email: string | null };

/** The caller and the token of the call; all null for a session. */
type FoundCaller = CallerRow & {
  token_id: string | null;
  token_name: string | null;
  token_scopes: string | null;
};

/** Sessions per user; the oldest ends. */
const MAX_SESSIONS = 10;

/** The account of a session or token, for statements whose first two parameters are `ownedBy(session)`. */
export const OWNER = `(SELECT user_id FROM sessions WHERE token_hash = ?1 AND expires_at > ?2
  UNION ALL SELECT user_id FROM tokens WHERE token_hash = ?1 AND (expires_at IS NULL OR expires_at > ?2))`;
export const ownedBy = (session: SessionRef): [string, number] => [session.tokenHash, session.now];

const CALLER = `SELECT ${PERSON}, ${pendingEmail("?2")}, NULL AS token_id, NULL AS token_name, NULL AS token_scopes
  FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = ?1 AND s.expires_at > ?2
  UNION ALL SELECT ${PERSON}, ${pendingEmail("?2")}, t.id, t.name, t.scopes
  FROM tokens t JOIN users u ON u.id = t.user_id
  WHERE t.token_hash = ?1 AND (t.expires_at IS NULL OR t.expires_at > ?2)`;

export const callerOf = (db: D1Database, session: SessionRef) =>
  read<FoundCaller>(db, CALLER, ...ownedBy(session));

/** Only while the checked password is current: a reset in between leaves no session of the old one. */
const OPEN = `INSERT INTO sessions (token_hash, user_id, created_at, expires_at, browser)
  SELECT ?1, id, ?3, ?4, ?6 FROM users WHERE id = ?2 AND password_hash = ?5`;

export const openSession = (
  db: D1Database,
  session: SessionRef & { browser: string },
  user: { id: string; passwordHash: string },
) =>
  db
    .prepare(OPEN)
    .bind(
      session.tokenHash,
      user.id,
      session.now,
      session.now + SESSION_LIFETIME_MS,
      user.passwordHash,
      session.browser,
    );

const PRUNE = `DELETE FROM sessions WHERE user_id = ?1 AND token_hash NOT IN
  (SELECT token_hash FROM sessions WHERE user_id = ?1 ORDER BY created_at DESC, rowid DESC LIMIT ?2)`;

export const pruneSessions = (db: D1Database, userId: string) => db.prepare(PRUNE).bind(userId, MAX_SESSIONS);

export const endSession = (db: D1Database, session: Pick<SessionRef, "tokenHash">) =>
  db.prepare("DELETE FROM sessions WHERE token_hash = ?1").bind(session.tokenHash);

const SESSION = columns("sessions", ["token_hash", "created_at", "browser"]);
export type SessionRow = RowOf<typeof SESSION>;

const LIST = `SELECT ${SESSION} FROM sessions WHERE user_id = ${OWNER} AND expires_at > ?2
  ORDER BY created_at DESC, rowid DESC`;

export const listSessions = (db: D1Database, session: SessionRef) =>
  read<SessionRow>(db, LIST, ...ownedBy(session));
