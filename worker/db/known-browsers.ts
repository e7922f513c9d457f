/** Browsers that have logged in before: digests, a bounded number per account, for half a year. */

import { and, desc, eq, gt, notInArray, type SQL, sql } from "drizzle-orm";
import { KNOWN_BROWSER_MS } from "../contract/limits.ts";
import { knownBrowsers, sessions, users } from "./schema.ts";
import { build, first, insertFrom, read, rowid, write } from "./statement.ts";

export const KNOWN_FOR_SECONDS = KNOWN_BROWSER_MS / 1000;
/** Per account; programs without a cookie store add one with every login. */
const MAX_KNOWN = 50;

/** The token of the login, and the new one. */
export interface KnownBrowser {
  before: string | null;
  tokenHash: string;
  now: number;
}

const newRow = ({ tokenHash, now }: KnownBrowser) => ({
  token_hash: tokenHash,
  created_at: now,
  expires_at: now + KNOWN_BROWSER_MS,
});

/** In the batch that opens the session: without a session nothing is stored. */
export function rememberBrowser(
  db: D1Database,
  userId: string,
  sessionHash: string,
  browser: KnownBrowser,
): D1PreparedStatement[] {
  const ofUser = eq(knownBrowsers.user_id, userId);
  const newest = build
    .select({ token_hash: knownBrowsers.token_hash })
    .from(knownBrowsers)
    .where(ofUser)
    .orderBy(desc(knownBrowsers.created_at), desc(rowid(knownBrowsers)))
    .limit(MAX_KNOWN);
  return [
    write(
      db,
      build.delete(knownBrowsers).where(and(ofUser, eq(knownBrowsers.token_hash, sql`${browser.before}`))),
    ),
    write(
      db,
      insertFrom(
        knownBrowsers,
        { ...newRow(browser), user_id: sessions.user_id },
        sql`from ${sessions} where ${eq(sessions.token_hash, sessionHash)}`,
      ),
    ),
    write(db, build.delete(knownBrowsers).where(and(ofUser, notInArray(knownBrowsers.token_hash, newest)))),
  ];
}

/** In the batch of a reset. `account`: its id, or null. */
export const rememberAfter = (db: D1Database, account: SQL, browser: KnownBrowser): D1PreparedStatement =>
  write(
    db,
    insertFrom(
      knownBrowsers,
      { ...newRow(browser), user_id: users.id },
      sql`from ${users} where ${eq(users.id, account)}`,
    ),
  );

export async function isKnownBrowser(db: D1Database, tokenHash: string, email: string, now: number) {
  const known = build
    .select({ user_id: knownBrowsers.user_id })
    .from(knownBrowsers)
    .innerJoin(users, eq(users.id, knownBrowsers.user_id))
    .where(
      and(eq(knownBrowsers.token_hash, tokenHash), gt(knownBrowsers.expires_at, now), eq(users.email, email)),
    );
  return (await first(read(db, known))) !== null;
}
