/** The waitlist, and the invitations for it. */

import { and, eq, exists, gt, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { invitations, users, waitlist } from "./schema.ts";
import { build, first, insertFrom, read, rowid, write } from "./statement.ts";

/** Lifetime of an invitation. Milliseconds. */
const LIFETIME = 14 * 86_400_000;

/** Joining twice has no effect; after an expired invitation the address joins again at the end. */
export const joinWaitlist = (db: D1Database, email: string, now: number) =>
  write(
    db,
    build
      .insert(waitlist)
      .values({ email, created_at: now })
      .onConflictDoUpdate({
        target: waitlist.email,
        set: { created_at: now, invited_at: null },
        setWhere: sql`${waitlist.invited_at} <= ${now - LIFETIME}`,
      }),
  ).run();

export type WaitingRow = typeof waitlist.$inferSelect;

const OLDEST_FIRST = [waitlist.created_at, rowid(waitlist)];

export const listWaiting = (db: D1Database, limit: number) =>
  read(
    db,
    build
      .select()
      .from(waitlist)
      .orderBy(...OLDEST_FIRST)
      .limit(limit),
  );

/** Addresses without an invitation and without an account. */
export const nextWaiting = (db: D1Database, limit: number) => {
  const account = build.select({ id: users.id }).from(users).where(eq(users.email, waitlist.email));
  return read(
    db,
    build
      .select()
      .from(waitlist)
      .where(and(isNull(waitlist.invited_at), notExists(account)))
      .orderBy(...OLDEST_FIRST)
      .limit(limit),
  );
};

/** In the batch of `offerInvitation`: whether it wrote the invitation. */
export const isOffered = (tokenHash: string): SQL =>
  exists(
    build.select({ email: invitations.email }).from(invitations).where(eq(invitations.token_hash, tokenHash)),
  );

/** Of two concurrent invitations one is sent. */
export const offerInvitation = (db: D1Database, tokenHash: string, email: string, now: number) => {
  const waits = and(eq(waitlist.email, email), isNull(waitlist.invited_at));
  return {
    offer: write(
      db,
      insertFrom(
        invitations,
        { token_hash: tokenHash, email: waitlist.email, created_at: now, expires_at: now + LIFETIME },
        sql`from ${waitlist} where ${waits}`,
      ),
    ),
    mark: write(
      db,
      build
        .update(waitlist)
        .set({ invited_at: now })
        .where(and(eq(waitlist.email, email), isOffered(tokenHash))),
    ),
  };
};

/** Whether this token invites this address. */
export const isInvitedBy = (token: string | null, email: string, now: number): SQL =>
  exists(
    build
      .select({ email: invitations.email })
      .from(invitations)
      .where(
        and(
          eq(invitations.token_hash, sql`${token}`),
          eq(invitations.email, email),
          gt(invitations.expires_at, now),
        ),
      ),
  );

export async function isInvited(db: D1Database, tokenHash: string, email: string, now: number) {
  const invited = isInvitedBy(tokenHash, email, now);
  const row = await first(read(db, sql<{ invited: 0 | 1 }>`select ${invited} as invited`));
  return row?.invited === 1;
}

/** A registered address leaves the waitlist, and its links end. */
export const leaveWaitlist = (db: D1Database, user: { id: string; email: string }) => {
  const registered = build.select({ id: users.id }).from(users).where(eq(users.id, user.id));
  return [waitlist, invitations].map((table) =>
    write(db, build.delete(table).where(and(eq(table.email, user.email), exists(registered)))),
  );
};
