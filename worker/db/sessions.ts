import { and, desc, eq, gt, isNull, lte, notInArray, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { SESSION_LIFETIME_MS } from "../contract/limits.ts";
import { pendingEmail } from "./email-links.ts";
import { sessions, tokens, users } from "./schema.ts";
import { build, insertFrom, jsonOf, type Params, reading, rowid, write } from "./statement.ts";
import { TOKEN } from "./token-row.ts";

/** A session or token, as statements name it. Whether it exists is known after its look-up. */
export interface SessionRef extends SessionKey {
  isToken?: boolean;
  /** The caller sent the ticket of a stream. */
  isTicket?: boolean;
  /** The caller sent the ticket of a notice. */
  isOfNotice?: boolean;
  /** The account that it names; null when its form has none. */
  userId?: string | null;
}

export interface SessionKey {
  tokenHash: string;
  now: number;
}

/** The columns of a user that responses contain. */
export const PERSON = {
  id: users.id,
  email: users.email,
  first_name: users.first_name,
  last_name: users.last_name,
  email_state: users.email_state,
  mqtt_profile: users.mqtt_profile,
  home_assistant: users.home_assistant,
  history: users.history,
  suspended_at: users.suspended_at,
  suspended_reason: users.suspended_reason,
  own_limits: users.own_limits,
  time_zone: users.time_zone,
  clock: users.clock,
  rights_version: users.rights_version,
};

export type CallerRow = Pick<typeof users.$inferSelect, keyof typeof PERSON> & {
  pending_email: string | null;
};

/** Sessions per user; the oldest ends. */
const MAX_SESSIONS = 10;

const isSession = ({ tokenHash, now }: Params<SessionKey>) =>
  and(eq(sessions.token_hash, tokenHash), gt(sessions.expires_at, now));
/** A token that has not ended; it may begin later. */
const hasNotEnded = ({ tokenHash, now }: Params<SessionKey>) =>
  and(eq(tokens.token_hash, tokenHash), or(isNull(tokens.expires_at), gt(tokens.expires_at, now)));
/** For callers: of a guest's link that has ended, its page says to whom to turn. */
const isTokenOrGuest = (session: Params<SessionKey>) =>
  or(hasNotEnded(session), and(eq(tokens.token_hash, session.tokenHash), eq(tokens.kind, "guest")));
const isToken = (session: Params<SessionKey>) =>
  and(hasNotEnded(session), or(isNull(tokens.starts_at), lte(tokens.starts_at, session.now)));

/** The account of a session or token. */
export const ownerOf = (session: Params<SessionKey>): SQL<string> =>
  sql`${unionAll(
    build.select({ user_id: sessions.user_id }).from(sessions).where(isSession(session)),
    build.select({ user_id: tokens.user_id }).from(tokens).where(isToken(session)),
  )}`;

/** The caller, with the pending address; and the token of the call as JSON, which is null for a session. */
const callerWith = (now: SQL<number>, token: SQL<string | null>) => ({
  ...PERSON,
  pending_email: pendingEmail(now),
  token: token.as("token"),
});

const NO_TOKEN = sql<null>`null`;

/** With a token that begins later, and a guest's that has ended: the caller learns when, and to whom to turn. */
export const callerOf = reading((session: Params<SessionKey>) =>
  unionAll(
    build
      .select(callerWith(session.now, NO_TOKEN))
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.user_id))
      .where(isSession(session)),
    build
      .select(callerWith(session.now, jsonOf(TOKEN)))
      .from(tokens)
      .innerJoin(users, eq(users.id, tokens.user_id))
      .where(isTokenOrGuest(session)),
  ),
);

/** Only while the checked password is current: a reset in between leaves no session of the old one. */
export const openSession = (
  db: D1Database,
  session: SessionRef & { browser: string },
  user: { id: string; password_hash: string },
  when?: SQL,
): D1PreparedStatement =>
  write(
    db,
    insertFrom(
      sessions,
      {
        token_hash: session.tokenHash,
        user_id: users.id,
        created_at: session.now,
        expires_at: session.now + SESSION_LIFETIME_MS,
        browser: session.browser,
      },
      sql`from ${users} where ${and(eq(users.id, user.id), eq(users.password_hash, user.password_hash), when)}`,
    ),
  );

export const pruneSessions = (db: D1Database, userId: string): D1PreparedStatement => {
  const newest = build
    .select({ token_hash: sessions.token_hash })
    .from(sessions)
    .where(eq(sessions.user_id, userId))
    .orderBy(desc(sessions.created_at), desc(rowid(sessions)))
    .limit(MAX_SESSIONS);
  return write(
    db,
    build.delete(sessions).where(and(eq(sessions.user_id, userId), notInArray(sessions.token_hash, newest))),
  );
};

export const endSession = (
  db: D1Database,
  { tokenHash }: Pick<SessionRef, "tokenHash">,
): D1PreparedStatement => write(db, build.delete(sessions).where(eq(sessions.token_hash, tokenHash)));

const SESSION = {
  token_hash: sessions.token_hash,
  created_at: sessions.created_at,
  browser: sessions.browser,
};
export type SessionRow = Pick<typeof sessions.$inferSelect, keyof typeof SESSION>;

export const listSessions = reading((session: Params<SessionKey>) =>
  build
    .select(SESSION)
    .from(sessions)
    .where(and(eq(sessions.user_id, ownerOf(session)), gt(sessions.expires_at, session.now)))
    .orderBy(desc(sessions.created_at), desc(rowid(sessions))),
);
