/** A changed password, and what ends with it. */

import { and, eq, ne, sql } from "drizzle-orm";
import type { TokenCounts } from "../contract/sentences.ts";
import { type KnownBrowser, rememberAfter } from "./known-browsers.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { apps, emailLinks, knownBrowsers, resetLinks, sessions, tokens, users } from "./schema.ts";
import { ownerOf, type SessionKey, type SessionRef } from "./sessions.ts";
import { build, type Params, reading, write } from "./statement.ts";
import { validTokens } from "./tokens.ts";
import { type Password, replacePassword, withPassword } from "./users.ts";

/** With how many tokens, guests and apps there are. */
export type PasswordAndTokens = Password & TokenCounts;

export const passwordAndTokens = reading((session: Params<SessionKey>) =>
  build
    .select({
      password_hash: users.password_hash,
      ...validTokens(session.now),
      apps: build.$count(apps, eq(apps.user_id, users.id)).as("apps"),
    })
    .from(users)
    .where(eq(users.id, ownerOf(session))),
);

export interface NewPassword {
  userId: string;
  /** The hash that was checked, and the new one. */
  from: string;
  to: string;
}

/** The account, if this change was made: of two at once the first wins. */
const changedBy = ({ userId, to }: Pick<NewPassword, "userId" | "to">) =>
  sql<string>`${build.select({ id: users.id }).from(users).where(withPassword(userId, to))}`;

/** Every token, if this change was made. */
export const endTokens = (change: Pick<NewPassword, "userId" | "to">): RightsChange =>
  rightsChange(build.delete(tokens).where(eq(tokens.user_id, changedBy(change))));

/**
 * For one batch, in this order. Every other session ends, and what it may have asked for: links that reset the password
 * or move the address.
 */
export function changePassword(
  db: D1Database,
  session: SessionRef,
  change: NewPassword,
  browser: KnownBrowser,
) {
  const account = changedBy(change);
  const moves = and(
    eq(emailLinks.user_id, account),
    eq(emailLinks.purpose, "change"),
    sql`${emailLinks.session_hash} is not ${session.tokenHash}`,
  );
  return {
    changed: replacePassword(db, change.userId, change.from, change.to),
    ended: [
      write(
        db,
        build
          .delete(sessions)
          .where(and(eq(sessions.user_id, account), ne(sessions.token_hash, session.tokenHash))),
      ),
      write(db, build.delete(emailLinks).where(moves)),
      write(db, build.delete(resetLinks).where(eq(resetLinks.user_id, account))),
      write(db, build.delete(knownBrowsers).where(eq(knownBrowsers.user_id, account))),
      rememberAfter(db, account, browser),
    ],
  };
}
