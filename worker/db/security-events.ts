/**
 * What an owner can look back on: logins, and changes of what logs in. A row is written in the batch of its change, and
 * only if the statement before it changed a row: neither is stored without the other.
 */

import { and, desc, eq, gt, gte, inArray, lt, notInArray, type SQL, sql } from "drizzle-orm";
import type { SecurityKind } from "../contract/account.ts";
import { SECURITY_RETENTION_MS } from "../contract/limits.ts";
import { securityEvents, users } from "./schema.ts";
import { ownerOf, type SessionKey } from "./sessions.ts";
import { build, insertFrom, type Params, reading, rowid, write, writing } from "./statement.ts";

/** Rows per account of the kinds that are not lasting; the oldest are deleted. */
const MAX_EVENTS = 1000;
/**
 * Rows of one kind per account and UTC day. The newest one counts those that it replaces, so that a session which
 * repeats one change does not push the other events out of the list.
 */
export const MAX_EVENTS_A_DAY = 10;
/** A thief would hide these: they stay for the whole time, whatever else happens. `MAX_EVENTS_A_DAY` bounds them. */
export const LASTING: readonly SecurityKind[] = [
  "registered",
  "login",
  "login_failed",
  "passkey_created",
  "passkey_deleted",
  "password_changed",
  "password_reset",
  "email_verified",
  "email_change_requested",
  "email_change_cancelled",
  "email_changed",
  "email_restored",
  "ask_first_changed",
  // an operator writes these
  "suspended",
  "resumed",
  "limits_changed",
  "sessions_ended",
];
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
  const ofDay = ofKindAndDay(kindAndDay(event));
  const isFull = sql`${build.$count(securityEvents, ofDay)} >= ${MAX_EVENTS_A_DAY}`;
  const replaced = build.select({ count: securityEvents.count }).from(securityEvents).where(ofDay);
  const newest = replaced.orderBy(desc(securityEvents.at), desc(rowid(securityEvents))).limit(1);
  const count = sql`case when ${isFull} then ${newest} + 1 else 1 end`;
  return [
    write(db, insertFrom(securityEvents, { ...event, count }, owner)),
    deleteReplaced(db, kindAndDay(event)),
    deleteOldest(db, { userId: event.user_id }),
  ];
}

interface KindAndDay {
  userId: string;
  kind: SecurityKind;
  /** The first moment of the UTC day, and of the next one. Milliseconds since 1970. */
  from: number;
  to: number;
}

function kindAndDay({ user_id: userId, kind, at }: NewSecurityEvent): KindAndDay {
  const from = Math.floor(at / DAY) * DAY;
  return { userId, kind, from, to: from + DAY };
}

const ofKindAndDay = ({ userId, kind, from, to }: KindAndDay | Params<KindAndDay>): SQL | undefined =>
  and(
    eq(securityEvents.user_id, userId),
    gte(securityEvents.at, from),
    lt(securityEvents.at, to),
    eq(securityEvents.kind, kind),
  );

/** The last row of a full day, whose count the new one has: it is the second newest then. An address is sealed for its row. */
const deleteReplaced = writing((of: Params<KindAndDay>) => {
  const second = build
    .select({ rowid: rowid(securityEvents) })
    .from(securityEvents)
    .where(ofKindAndDay(of))
    .orderBy(desc(securityEvents.at), desc(rowid(securityEvents)))
    .limit(1)
    .offset(1);
  const isOver = sql`${build.$count(securityEvents, ofKindAndDay(of))} > ${MAX_EVENTS_A_DAY}`;
  return build.delete(securityEvents).where(and(inArray(rowid(securityEvents), second), isOver));
});

/** What comes after the newest `MAX_EVENTS`: usually nothing. */
const deleteOldest = writing(({ userId }: Params<{ userId: string }>) => {
  const surplus = build
    .select({ rowid: rowid(securityEvents) })
    .from(securityEvents)
    .where(and(eq(securityEvents.user_id, userId), notInArray(securityEvents.kind, [...LASTING])))
    .orderBy(desc(securityEvents.at), desc(rowid(securityEvents)))
    .limit(MAX_EVENTS)
    .offset(MAX_EVENTS);
  return build.delete(securityEvents).where(inArray(rowid(securityEvents), surplus));
});

/** A failed login: a row of its own, or counted in the last one of the day. That one has no address of its own then. */
export function recordFailure(db: D1Database, event: NewSecurityEvent): D1PreparedStatement[] {
  const ofToday = ofKindAndDay(kindAndDay(event));
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

/** At most `MAX_EVENTS`, the newest first. Lasting kinds make others leave the list, never the other way round. */
export const listSecurityEvents = reading((session: Params<SessionKey>) => {
  const listed = build
    .select({ rowid: rowid(securityEvents) })
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.user_id, ownerOf(session)),
        gt(securityEvents.at, sql`${session.now} - ${SECURITY_RETENTION_MS}`),
      ),
    )
    .orderBy(
      desc(inArray(securityEvents.kind, [...LASTING])),
      desc(securityEvents.at),
      desc(rowid(securityEvents)),
    )
    .limit(MAX_EVENTS);
  return build
    .select(EVENT)
    .from(securityEvents)
    .where(inArray(rowid(securityEvents), listed))
    .orderBy(desc(securityEvents.at), desc(rowid(securityEvents)));
});
