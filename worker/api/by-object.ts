/** Calls that the account's object authenticates and answers, without the database. */

import type { Bearer, OverLimit } from "../../broker/contract/bearer.ts";
import { askAsCaller } from "../account/account.ts";
import { mayBeAccount } from "../account/object.ts";
import { bearerIn, isProven, prove } from "../auth/failed-callers.ts";
import { type SessionRef, sessionOf } from "../auth/guard.ts";
import type { ApiCall } from "../contract/api.ts";
import type { Endpoint } from "../contract/endpoints.ts";
import { type Env, settings } from "../env.ts";
import { type ApiError, readsThrottled, rowsUsedUp } from "../errors.ts";
import { clientAddress } from "../throttle/address.ts";
import type { Call, IncomingCall, Route } from "./call.ts";
import { changeWait, countsAsChange, giveBackChange } from "./change-rate.ts";
import { readBody, validate } from "./input.ts";

/**
 * Returns null when the object does not know the caller, or the call has an error. Then the call goes through the
 * database, which reports errors in the usual order.
 */
export async function byObject(
  endpoint: Endpoint,
  route: Route<ApiCall>,
  call: Call<ApiCall>,
  incoming: IncomingCall,
): Promise<{ value: unknown } | null> {
  const session = callerRef(endpoint, incoming, call.now);
  const { userId = null } = session;
  if (route.asCaller === undefined || userId === null) return null;
  if (endpoint.access === "user" && session.isToken) return null;
  if (!(await mayBeAccount(call.env, userId))) return null;
  const bearer = { kind: kindOf(session), digest: session.tokenHash };
  if (endpoint.method !== "GET" && !(await isCaller(call, incoming, { userId, bearer }))) return null;
  if (!(await hasBody(endpoint, call, incoming, userId))) return null;
  if (changeWait(endpoint, call.env, userId, call.now) !== null) return null;
  const onAllowed = (tokenId: string | null): void => {
    call.concerns(userId);
    if (session.isTicket) return;
    prove(bearerIn(incoming.request));
    noteUse({ session, tokenId, userId, now: call.now }, incoming);
  };
  const { scopes = [] } = endpoint;
  const isRead = endpoint.method === "GET" && incoming.isInner !== true;
  const checked = await route.asCaller({ call, userId, bearer, scopes, isRead, onAllowed });
  if (!checked.isAllowed) {
    if (checked.over !== undefined) throw errorOf(checked.over, call.env);
    if (countsAsChange(endpoint, call.env)) giveBackChange(userId);
    call.isUnknown = !checked.isKnown;
    return null;
  }
  return { value: checked.answer };
}

/** Returns the bearer: from the header, or from the ticket of a call that accepts one. */
export const callerRef = ({ ticket }: Endpoint, { request, url }: IncomingCall, now: number): SessionRef =>
  sessionOf(request.headers.get("Authorization"), now, ticket ? url.searchParams.get("ticket") : null);

const kindOf = ({ isTicket, isToken }: SessionRef): Bearer["kind"] =>
  isTicket ? "ticket" : isToken ? "token" : "session";

/**
 * Whether the bearer is right, before its body is read and its change is counted. Only the first such call of a bearer
 * in an isolate asks the object about it.
 */
async function isCaller(
  call: Call<ApiCall>,
  { request }: IncomingCall,
  { userId, bearer }: { userId: string; bearer: Bearer },
): Promise<boolean> {
  if (isProven(bearerIn(request))) return true;
  const needs = { scopes: [], row: null, details: false, isRead: false };
  const { isAllowed } = await askAsCaller(call.env, userId, { bearer, needs }, (object) =>
    object.scopes(bearer),
  );
  if (isAllowed) prove(bearerIn(request));
  call.isUnknown = !isAllowed;
  return isAllowed;
}

async function hasBody(
  endpoint: Endpoint,
  call: Call<ApiCall>,
  incoming: IncomingCall,
  userId: string,
): Promise<boolean> {
  if (!endpoint.request) return true;
  incoming.body ??= await readBody(incoming.request, call.env, userId);
  if ("error" in incoming.body) return false;
  const checked = validate(endpoint.request, incoming.body.value);
  if ("error" in checked) return false;
  call.body = checked.value as never;
  return true;
}

const errorOf = ({ limit, retryAfterSeconds }: OverLimit, env: Env): ApiError =>
  limit === "READ_RATE"
    ? readsThrottled(retryAfterSeconds, settings(env).broker.READ_RATE)
    : rowsUsedUp(retryAfterSeconds);

/** What is noted of a call: the token or the login session that made it. */
interface CallOf {
  session: SessionRef;
  /** Null for a session. */
  tokenId: string | null;
  userId: string;
  now: number;
}

/** Of sessions only reads are noted: after the end of an account nothing is written to its object. */
export function noteUse(
  { session, tokenId, userId, now }: CallOf,
  { request, bearerUsed }: Pick<IncomingCall, "request" | "bearerUsed">,
): void {
  if (tokenId !== null) bearerUsed({ tokenId, userId, address: clientAddress(request), now });
  else if (request.method === "GET") bearerUsed({ session: session.tokenHash, userId, now });
}
