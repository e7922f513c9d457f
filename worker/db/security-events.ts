/**
 * What an owner can look back on: logins, and changes of what logs in. A row is written in the batch of its change, and
 * only if the statement before it changed a row: neither is stored without the other.
 */

import { and, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { SECURITY_RETENTION_MS } from "../contract/limits.ts";
import { securityEvents, users } from "./schema.ts";
import { ownerOf, type SessionKey } from "./sessions.ts";
import { build, insertFrom, type Params, reading, rowid, write } from "./statement.ts";

/** Rows per account; the oldest are deleted. */
const MAX_EVENTS = 1000;
/**
 * Rows of failed logins per account and UTC day. The last one counts further failures, so that a guessing stranger
 * neither fills the table nor pushes the owner's own events out of the list: 90 days have at most 450.
 */
const MAX_FAILURES = 5;
const DAY = 86_400_000;

export type NewSecurityEvent = Omit<typeof securityEvents.$inferInsert, "count">;
type Event = typeof securityEvents.$inferSelect;

/** `changes()` is the number of rows that the statement before changed: it must stand directly before. */
const HAS_CHANGED = sql`changes() > 0`;
const HAS_NOT_CHANGED = sql`changes() = 0`;

/** For a batch, directly after the statement that it reports. */
export const recordAfter = (db: D1Database, event: NewSecurityEvent): D1PreparedStatement[] =>
  insertion(db, event, HAS_CHANGED);

/** What changes no row, such as an export. */
export const record = (db: D1Database, event: NewSecurityEvent): D1PreparedStatement[] =>
  insertion(db, event);

function insertion(db: D1Database, event: NewSecurityEvent, condition?: SQL): D1PreparedStatement[] {
  const owner = sql`from ${users} where ${and(eq(users.id, event.user_id), condition)}`;
  return [write(db, insertFrom(securityEvents, event, owner)), deleteOldest(db, event.user_id)];
}

/** What comes after the newest `MAX_EVENTS`: usually nothing. */
function deleteOldest(db: D1Database, userId: string): D1PreparedStatement {
  const surplus = build
    .select({ rowid: rowid(securityEvents) })
    .from(securityEvents)
    .where(eq(securityEvents.user_id, userId))
    .orderBy(desc(securityEvents.at), desc(rowid(securityEvents)))
    .limit(MAX_EVENTS)
    .offset(MAX_EVENTS);
  return write(db, build.delete(securityEvents).where(inArray(rowid(securityEvents), surplus)));
}

/** A failed login: a row of its own, or counted in the last one of the day. That one has no address of its own then. */
export function recordFailure(db: D1Database, event: NewSecurityEvent): D1PreparedStatement[] {
  const ofToday = and(
    eq(securityEvents.user_id, event.user_id),
    gt(securityEvents.at, Math.floor(event.at / DAY) * DAY - 1),
    eq(securityEvents.kind, event.kind),
  );
  const newest = build
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(ofToday)
    .orderBy(desc(securityEvents.at), desc(rowid(securityEvents)))
    .limit(1);
  const isFull = sql`${build.$count(securityEvents, ofToday)} >= ${MAX_FAILURES}`;
  const counted = build
    .update(securityEvents)
    .set({
      count: sql`${securityEvents.count} + 1`,
      at: event.at,
      address_sealed: null,
      browser: null,
    })
    .where(and(inArray(securityEvents.id, newest), isFull));
  return [write(db, counted), ...insertion(db, event, HAS_NOT_CHANGED)];
}

const EVENT = {
  id: securityEvents.id,
  user_id: securityEvents.user_id,
  at: securityEvents.at,
  kind: securityEvents.kind,
  detail: securityEvents.detail,
  count: securityEvents.count,
  address_sealed: securityEvents.address_sealed,
  browser: securityEvents.browser,
};
export type SecurityEventRow = Pick<Event, keyof typeof EVENT>;

/** The newest first. */
export const listSecurityEvents = reading((session: Params<SessionKey>) =>
  build
    .select(EVENT)
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.user_id, ownerOf(session)),
        gt(securityEvents.at, sql`${session.now} - ${SECURITY_RETENTION_MS}`),
      ),
    )
    .orderBy(desc(securityEvents.at), desc(rowid(securityEvents)))
    .limit(MAX_EVENTS),
);
