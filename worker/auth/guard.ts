/** Authenticates the caller: looks up the session or token of the header by its digest. */

import { hasScope } from "../../broker/contract/scopes.ts";
import { accountOfBearer, isMeantAsNoticeTicket, isMeantAsToken } from "../../broker/contract/token.ts";
import { DEVICE_CALLS } from "../contract/devices.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { isoTime } from "../contract/fields.ts";
import { type CallerRow, callerOf, type SessionRef } from "../db/sessions.ts";
import { batch, type Read } from "../db/statement.ts";
import { type CallingToken, tokenOfJson } from "../db/token-row.ts";
import { type Env, settings } from "../env.ts";
import {
  badToken,
  bearerMissing,
  guestEnded,
  guestStartsLater,
  invalidToken,
  missingScope,
  needsSession,
  notAuthenticated,
  notForApps,
  notForGuests,
  notFound,
  throttled,
  tokenHasSpaces,
  tokenMissing,
  wrongOperatorKey,
} from "../errors.ts";
import { digest } from "../keys/digest.ts";
import { matchingKeyId } from "../keys/keys.ts";
import { clientAddress } from "../throttle/address.ts";
import { check } from "../throttle/check.ts";

export type { SessionRef } from "../db/sessions.ts";

export interface Caller {
  user: CallerRow;
  session: SessionRef;
  /** The token of the call; null for a login session. */
  token: CallingToken | null;
}

/** Whether the call needs a caller of an account. */
export const isOfUser = ({ access }: Pick<Endpoint, "access">): boolean =>
  access === "user" || access === "token";

export const isOfGuest = ({ token }: Pick<Caller, "token">): boolean => token?.kind === "guest";

const partsOf = (header: string | null): string[] => (header ?? "").trim().split(/\s+/);

/** Returns the session of the header. Schemes are compared without case, as in HTTP. */
export function sessionOf(header: string | null, now: number, ticket?: string | null): SessionRef {
  if (header === null && ticket != null) return refOfTicket(ticket, now);
  const [scheme = "", token, ...rest] = partsOf(header);
  const isToken = token !== undefined && isMeantAsToken(token);
  // RFC 6750; sessions keep their original scheme
  if (scheme.toLowerCase() !== "token" && !(isToken && scheme.toLowerCase() === "bearer")) {
    throw notAuthenticated();
  }
  if (token === undefined) throw tokenMissing();
  if (rest.length > 0) throw tokenHasSpaces();
  const userId = accountOfBearer(token);
  // a mistyped token costs no look-up
  if (isToken && userId === null) throw badToken();
  const isOfNotice = isMeantAsNoticeTicket(token) && userId !== null;
  return { tokenHash: digest(token), now, isToken, userId, ...(isOfNotice && { isOfNotice }) };
}

/** A ticket opens a stream: only the account's object knows it. */
function refOfTicket(ticket: string, now: number): SessionRef {
  const userId = accountOfBearer(ticket);
  if (userId === null) throw badToken();
  return { tokenHash: digest(ticket), now, isToken: true, isTicket: true, userId };
}

/**
 * Authenticates the caller, with the route's reads in the same round trip. Statements go to D1's primary, so a session
 * reads what it has written. With read replication, open a D1 session at the caller's bookmark here.
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
  const [found] = who.results;
  if (found === undefined) throw session.isToken ? badToken() : invalidToken();
  const { token: json, ...user } = found;
  const token = json === null ? null : tokenOfJson(json);
  if (token !== null) refuseOutsideItsTime(token, session.now);
  return { caller: { user, session, token }, read: beside?.results ?? [] };
}

function refuseOutsideItsTime({ starts_at, expires_at, note }: CallingToken, now: number): void {
  if (expires_at !== null && expires_at <= now) throw guestEnded(note);
  if (starts_at !== null && starts_at > now) throw guestStartsLater(isoTime(starts_at), note);
}

/**
 * A token may do what its scopes allow, and nothing that needs a person. `id` is the one in the path. The access token
 * of an app is for tools only: it was issued for `/mcp` (RFC 9700, 2.3).
 */
export function refuseScope(
  endpoint: Endpoint,
  { token }: Caller,
  { id, isForAssistant = false }: { id: string; isForAssistant?: boolean | undefined },
): void {
  if (token === null) return;
  if (token.kind === "app" && !isForAssistant) throw notForApps();
  const { access, path, scopes = [], isListed = false, isForGuests = false } = endpoint;
  if (access !== "token") throw needsSession();
  if (token.kind === "guest" && !isForGuests) throw notForGuests();
  const isOfDevice = path.startsWith(DEVICE_CALLS.readDevice.path);
  const of = isOfDevice ? { deviceId: id } : isListed ? "listed" : "account";
  const missing = scopes.find((scope) => !hasScope(token.scopes, scope, of));
  if (missing !== undefined) throw missingScope(token.name, missing);
}

/** For a call about a device that does not exist yet: a scope for other devices does not do. */
export function refuseWithoutSwitch({ token }: Caller): void {
  const scope = "devices:switch";
  if (token !== null && !hasScope(token.scopes, scope, "account")) throw missingScope(token.name, scope);
}

export const hasTokenInQuery = ({ searchParams }: URL): boolean =>
  [...searchParams.values()].some((value) => isMeantAsToken(value) || isMeantAsNoticeTicket(value));

// Authenticates operators by the key in the header. Without keys there are no operators, and responses do not reveal
// that there could be. Wrong keys are counted per address; they never delay a right one.

/** Returns the operator's name in the audit log. */
export async function operatorOf(env: Env, request: Request): Promise<string> {
  const { operatorKeys } = settings(env);
  if (operatorKeys.length === 0) throw notFound();
  const [scheme = "", said, ...rest] = (request.headers.get("Authorization") ?? "").trim().split(/\s+/);
  if (scheme.toLowerCase() !== "bearer" || said === undefined || rest.length > 0) throw bearerMissing();
  const holder = matchingKeyId(operatorKeys, said);
  if (holder !== null) return holder;
  const { wait } = await check(env, "operator-key", { address: clientAddress(request) });
  throw wait === null ? wrongOperatorKey() : throttled(wait);
}
