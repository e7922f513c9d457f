/**
 * Links in emails that prove an address: stored as digests, valid once. A new one ends the earlier ones, except those
 * that give an old address back, whose emails were meant to be kept.
 */

import { and, eq, exists, gt, inArray, ne, type SQL, sql } from "drizzle-orm";
import { emailLinks, knownBrowsers, resetLinks, sessions, users } from "./schema.ts";
import { build, first, insertFrom, type Read, read, write } from "./statement.ts";

type EmailLink = typeof emailLinks.$inferSelect;
export type LinkPurpose = EmailLink["purpose"];

const DAY = 86_400_000;
const LIFETIME_MS: Record<LinkPurpose, number> = { verify: 2 * DAY, change: 2 * DAY, undo: 7 * DAY };

export interface NewEmailLink {
  purpose: LinkPurpose;
  userId: string;
  /** The address that it proves, moves the account to, or restores. */
  email: string;
  tokenHash: string;
  /** The session that asked. */
  sessionHash: string | null;
  now: number;
}

const endEarlier = (db: D1Database, userId: string, purpose: LinkPurpose): D1PreparedStatement =>
  write(
    db,
    build
      .delete(emailLinks)
      .where(
        and(eq(emailLinks.user_id, userId), eq(emailLinks.purpose, purpose), ne(emailLinks.purpose, "undo")),
      ),
  );

export const offerEmailLink = (db: D1Database, link: NewEmailLink): D1PreparedStatement[] => {
  const { purpose, userId, email, tokenHash, sessionHash, now } = link;
  const row = {
    token_hash: tokenHash,
    user_id: users.id,
    purpose,
    email,
    session_hash: sessionHash,
    created_at: now,
    expires_at: now + LIFETIME_MS[purpose],
  };
  return [
    endEarlier(db, userId, purpose),
    write(db, insertFrom(emailLinks, row, sql`from ${users} where ${eq(users.id, userId)}`)),
  ];
};

/** In the batch of `offerEmailLink`: whether it wrote the link. */
export const isOffered = (tokenHash: string): SQL =>
  exists(
    build.select({ email: emailLinks.email }).from(emailLinks).where(eq(emailLinks.token_hash, tokenHash)),
  );

/** The address that a user of a query asked to move to. */
export const pendingEmail = (now: SQL<number> | number): SQL.Aliased<string | null> => {
  const pending = build
    .select({ email: emailLinks.email })
    .from(emailLinks)
    .where(
      and(eq(emailLinks.user_id, users.id), eq(emailLinks.purpose, "change"), gt(emailLinks.expires_at, now)),
    );
  return sql<string | null>`${pending}`.as("pending_email");
};

/** An address that an account may still take back is reserved; for the account itself, if it is named, it is not. */
export const isReserved = (email: string, now: number, ...except: readonly SQL[]): SQL =>
  exists(
    build
      .select({ found: sql`1` })
      .from(emailLinks)
      .where(
        and(
          eq(emailLinks.email, email),
          eq(emailLinks.purpose, "undo"),
          gt(emailLinks.expires_at, now),
          ...except,
        ),
      ),
  );

export async function emailIsTaken(db: D1Database, email: string, byUser: string, now: number) {
  const other = build
    .select({ found: sql`1` })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, byUser)));
  const reserved = isReserved(email, now, ne(emailLinks.user_id, byUser));
  const row = await first(read(db, sql<{ taken: 0 | 1 }>`select ${exists(other)} or ${reserved} as taken`));
  return row?.taken === 1;
}

/** A column of the link that is used up, in the statements of that batch. */
type OfLink = (column: "email" | "session_hash" | "user_id") => SQL;

const linkFor =
  (tokenHash: string, now: number) =>
  (purpose: LinkPurpose): OfLink =>
  (column) =>
    sql`${build
      .select({ value: emailLinks[column] })
      .from(emailLinks)
      .where(
        and(
          eq(emailLinks.token_hash, tokenHash),
          gt(emailLinks.expires_at, now),
          eq(emailLinks.purpose, purpose),
        ),
      )}`;

const verified = (link: OfLink) =>
  build
    .update(users)
    .set({ email_state: "verified" })
    .where(and(eq(users.id, link("user_id")), eq(users.email, link("email"))));
const moved = (link: OfLink) =>
  build
    .update(users)
    .set({ email: link("email"), email_state: "verified" })
    .where(eq(users.id, link("user_id")));

/** The account stays where it is. The link that the old address got stays, too: it was meant to be kept. */
export const endChange = (db: D1Database, userId: string): D1PreparedStatement =>
  endEarlier(db, userId, "change");

const OPENED = { user_id: emailLinks.user_id, purpose: emailLinks.purpose };
export type OpenedLink = Pick<EmailLink, keyof typeof OPENED>;

/** The statements that use a link up, and its reading, in one batch. */
export interface Spending {
  steps: D1PreparedStatement[];
  opened: Read<OpenedLink>;
}

/**
 * The address is proven and becomes the account's. In this order, in one batch: the link is used up last, so of
 * concurrent attempts only the first finds it.
 */
export function confirmEmail(db: D1Database, tokenHash: string, now: number): Spending {
  const link = linkFor(tokenHash, now);
  const change = link("change");
  const owner = change("user_id");
  const steps = [
    verified(link("verify")),
    moved(change),
    build
      .delete(sessions)
      .where(and(eq(sessions.user_id, owner), sql`${sessions.token_hash} is not ${change("session_hash")}`)),
    build.delete(resetLinks).where(eq(resetLinks.user_id, owner)),
    build.delete(emailLinks).where(and(eq(emailLinks.user_id, owner), eq(emailLinks.purpose, "verify"))),
  ];
  const spent = and(
    eq(emailLinks.token_hash, tokenHash),
    gt(emailLinks.expires_at, now),
    inArray(emailLinks.purpose, ["verify", "change"]),
  );
  return {
    steps: steps.map((step) => write(db, step)),
    opened: read(db, build.delete(emailLinks).where(spent).returning(OPENED)),
  };
}

/** The account gets the address back, every session ends, and no other link of it works. */
export function undoEmail(db: D1Database, tokenHash: string, now: number): Spending {
  const link = linkFor(tokenHash, now)("undo");
  const owner = link("user_id");
  const steps = [
    moved(link),
    ...[sessions, resetLinks, knownBrowsers].map((table) =>
      build.delete(table).where(eq(table.user_id, owner)),
    ),
  ];
  return {
    steps: steps.map((step) => write(db, step)),
    opened: read(db, build.delete(emailLinks).where(eq(emailLinks.user_id, owner)).returning(OPENED)),
  };
}

/** Returns the owner of a link; null for an unknown one. */
export const emailLink = (db: D1Database, tokenHash: string, now: number) =>
  first(
    read(
      db,
      build
        .select(OPENED)
        .from(emailLinks)
        .where(and(eq(emailLinks.token_hash, tokenHash), gt(emailLinks.expires_at, now))),
    ),
  );
