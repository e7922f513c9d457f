/** Reset tokens: stored as digests, valid for one hour and one use. A new one ends the earlier ones. */

import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { TokenCounts } from "../contract/sentences.ts";
import { ACCOUNT_TABLES, APP_TOKENS, CLEARED_USER } from "./account-tables.ts";
import { type KnownBrowser, rememberAfter } from "./known-browsers.ts";
import { rightsChange } from "./rights-change.ts";
import { resetLinks, tokens, users } from "./schema.ts";
import { build, first, named, read, write } from "./statement.ts";
import { validTokens } from "./tokens.ts";

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
  const account = build.select({ id: users.id }).from(users).where(eq(users.email, email.text));
  return [
    write(db, build.delete(resetLinks).where(inArray(resetLinks.email_hash, [...email.hashes]))),
    write(
      db,
      build.insert(resetLinks).values({
        token_hash: tokenHash,
        email_hash: email.hash,
        user_id: sql`${account}`,
        created_at: now,
        expires_at: now + LIFETIME_MS,
      }),
    ),
  ];
}

export interface ResetAccount extends TokenCounts {
  user_id: string;
  /** Its address was never verified. */
  isCleared: boolean;
}

export async function resetAccount(
  db: D1Database,
  tokenHash: string,
  now: number,
): Promise<ResetAccount | null> {
  const account = build
    .select({
      user_id: named(users.id, "user_id"),
      email_state: users.email_state,
      ...validTokens(now),
    })
    .from(resetLinks)
    .innerJoin(users, eq(users.id, resetLinks.user_id))
    .where(
      and(eq(resetLinks.token_hash, tokenHash), isNull(resetLinks.used_by), gt(resetLinks.expires_at, now)),
    );
  const row = await first(read(db, account));
  return row && { ...row, isCleared: row.email_state === "unverified" };
}

export type ForgottenAccount = Pick<typeof users.$inferSelect, "id" | "email" | "email_state"> & TokenCounts;

export const forgottenAccount = (
  db: D1Database,
  email: string,
  now: number,
): Promise<ForgottenAccount | null> =>
  first(
    read(
      db,
      build
        .select({
          id: users.id,
          email: users.email,
          email_state: users.email_state,
          ...validTokens(now),
        })
        .from(users)
        .where(eq(users.email, email)),
    ),
  );

/** The account whose token this attempt used up. */
const accountOf = (tokenHash: string, attempt: string) =>
  sql<string>`${build
    .select({ user_id: resetLinks.user_id })
    .from(resetLinks)
    .where(and(eq(resetLinks.token_hash, tokenHash), eq(resetLinks.used_by, attempt)))}`;

type Account = ReturnType<typeof accountOf>;

/**
 * Deletes what is cleared with an account whose address nobody has proven: its contents may be somebody else's. The
 * account's object reads `cleared_at` with the rights, and clears its own tables.
 */
function clear(won: Account, now: number) {
  const account = sql`${build
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, won), eq(users.email_state, "unverified")))}`;
  return [
    ...Object.values(ACCOUNT_TABLES).flatMap((at) => {
      if (!("cleared" in at)) return [];
      const { table, where } = at.cleared;
      return rightsChange(build.delete(table).where(and(eq(table.user_id, account), where)));
    }),
    rightsChange(
      build
        .update(users)
        .set({ ...CLEARED_USER, cleared_at: now })
        .where(eq(users.id, account)),
    ),
  ];
}

/** Rows that every reset ends. */
const endedRows = Object.values(ACCOUNT_TABLES).flatMap((at) => ("ended" in at ? [at.ended] : []));

/**
 * For one batch, in this order: of concurrent attempts the first marks the token, and only its statements find an
 * account. `cleared` is for an account with an unproven address.
 */
export function spendReset(db: D1Database, tokenHash: string, passwordHash: string, browser: KnownBrowser) {
  const attempt = crypto.randomUUID();
  const won = accountOf(tokenHash, attempt);
  const isValid = and(
    eq(resetLinks.token_hash, tokenHash),
    isNull(resetLinks.used_by),
    gt(resetLinks.expires_at, browser.now),
  );
  return {
    marked: write(db, build.update(resetLinks).set({ used_by: attempt }).where(isValid)),
    cleared: clear(won, browser.now),
    /** Apps, always. */
    apps: rightsChange(build.delete(tokens).where(and(eq(tokens.user_id, won), APP_TOKENS))),
    /** Every token, where the reset asks for that. */
    ended: rightsChange(build.delete(tokens).where(eq(tokens.user_id, won))),
    // The email proves the address; all earlier sessions end.
    after: [
      write(
        db,
        build
          .update(users)
          .set({ password_hash: passwordHash, email_state: "verified" })
          .where(eq(users.id, won)),
      ),
      ...endedRows.map(({ table, where }) =>
        write(db, build.delete(table).where(and(eq(table.user_id, won), where))),
      ),
      rememberAfter(db, won, browser),
    ],
  };
}
