/** Who calls: the token in the header, looked up by its digest. */

import { type CallerRow, callerOf, type SessionRef } from "../db/sessions.ts";
import { batch, type Read } from "../db/statement.ts";
import { invalidToken, notAuthenticated, tokenHasSpaces, tokenMissing } from "../errors.ts";
import { digest } from "../secrets/digest.ts";

export type { SessionRef } from "../db/sessions.ts";

export interface Caller {
  user: CallerRow;
  session: SessionRef;
}

/** The session that the header names. Schemes are compared as HTTP says: without regard to case. */
export async function sessionOf(header: string | null, now: number): Promise<SessionRef> {
  const [scheme = "", token, ...rest] = (header ?? "").trim().split(/\s+/);
  if (scheme.toLowerCase() !== "token") throw notAuthenticated();
  if (token === undefined) throw tokenMissing();
  if (rest.length > 0) throw tokenHasSpaces();
  return { tokenHash: await digest(token), now };
}

/**
 * The caller, with whatever the route reads in the same round trip.
 * Statements go to D1's primary, so what a session has written it reads; with read replication switched on
 * this is the place to open a D1 session at the caller's bookmark.
 */
export async function identify<Row>(
  db: D1Database,
  session: SessionRef,
  alongside?: Read<Row>,
): Promise<{ caller: Caller; read: Row[] }> {
  const { who, beside } = await batch(db, {
    who: callerOf(db, session),
    ...(alongside && { beside: alongside }),
  });
  const [user] = who.results;
  if (user === undefined) throw invalidToken();
  return { caller: { user, session }, read: beside?.results ?? [] };
}
