/**
 * Calls that the account's object authenticates and answers: one request to it, and no D1 query when it knows the
 * caller. How a route of such a call is written, and the step that makes the call.
 */

import type { Bearer, CallerResult, Needs, OverLimit } from "../../broker/contract/bearer.ts";
import { type JsonColumn, readable } from "../../broker/contract/json.ts";
import {
  askAsCaller,
  askAsVerified,
  type CallsOfCaller,
  type Lost,
  mayBeAccount,
} from "../account/account.ts";
import { readAgain } from "../account/change-rights.ts";
import { bearerIn, isProven, isProvenGuest, prove } from "../auth/failed-callers.ts";
import { type SessionRef, sessionOf } from "../auth/guard.ts";
import type { API, ApiCall, ResponseOf } from "../contract/api.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { Read } from "../db/statement.ts";
import { type Env, settings } from "../env.ts";
import {
  ApiError,
  notForGuests,
  readsThrottled,
  rowsOfGuestsUsedUp,
  rowsUsedUp,
  throttled,
} from "../errors.ts";
import { clientAddress } from "../throttle/address.ts";
import { changeWait, countsAsChange, giveBackChange, rateHolders } from "./account-rates.ts";
import { present } from "./answer.ts";
import type { AnswerOf, Call, CallerRequest, IncomingCall, OfAccount, Progress, Route } from "./call.ts";
import { type Body, readBody, validate } from "./input.ts";

type RowKind = NonNullable<Needs["row"]>["kind"] | "own";

/** A path with an id names its row: without it the call would answer with data of another one. */
type NamedRow<N extends ApiCall> = (typeof API)[N]["path"] extends `${string}{id}${string}`
  ? { needs: { row: RowKind } }
  : unknown;

/** What must be there before the call. */
interface NeedsOf<N extends ApiCall, Row> {
  /** The id of the row in the path. `own`: of a row of the object, which the call itself looks up. */
  row?: RowKind;
  /** Reads that row, or all rows, when the object does not know the caller. */
  find?: (
    db: D1Database,
    session: SessionRef,
    call: Pick<Call<N>, "id" | "scheduleId" | "query">,
  ) => Read<Row>;
  /** The row as the object stores it, if the response needs it. Such a call changes nothing. */
  stored?: Pick<JsonColumn<Row>, "read">;
  /** The object reads the rights before the call, if it does not know the caller. */
  rights?: true;
}

export interface ObjectRoute<N extends ApiCall, Answer, Row, Input> {
  needs?: NeedsOf<N, Row>;
  /** Parses what the schemas cannot. Its error is reported after authentication. */
  input?(call: OfAccount<N>): Input | ApiError | Promise<Input | ApiError>;
  /** Makes the call. */
  act(calls: CallsOfCaller, call: OfAccount<N> & { input: Input }): Promise<CallerResult<Answer>>;
  show(
    answer: Answer,
    call: OfAccount<N> & { input: Input },
    rows: readonly Row[],
  ): AnswerOf<N> | Promise<AnswerOf<N>>;
  csv?(answer: ResponseOf<N>): string;
  /** Milliseconds that the call may wait on purpose. */
  waits?: number;
  /** How a lost answer is reported, where the call may have had an effect. */
  lost?: Lost;
}

export const objectRoute = <N extends ApiCall, Answer, Row = unknown, Input = undefined>(
  route: ObjectRoute<N, Answer, Row, Input> & NamedRow<N>,
): Route<N, Row> => ({
  ...(route.waits !== undefined && { waits: route.waits }),
  ...(route.csv !== undefined && { csv: route.csv }),
  ...(route.input !== undefined && { input: route.input }),
  ...alongside(route.needs?.find),
  act: (call) => byDatabase(route, call),
  asCaller: (asked) => byObject(route, asked),
});

const alongside = <N extends ApiCall, Row>(find: NeedsOf<N, Row>["find"]) =>
  find && {
    alongside: (session: SessionRef, call: Parameters<typeof find>[2] & Pick<Call<N>, "env">) =>
      find(call.env.DB, session, call),
  };

/** The database knows the caller. */
async function byDatabase<N extends ApiCall, Answer, Row, Input>(
  { act, show, needs, input, lost }: ObjectRoute<N, Answer, Row, Input>,
  call: Call<N, Row>,
): Promise<AnswerOf<N>> {
  const { session, token, user } = call.caller ?? {};
  const userId = user?.id ?? "";
  // the object reads the rights, so that the next call needs no database
  if (needs?.rights && call.isUnknown) await readAgain(call.env, userId);
  else if (call.isUnknown) call.after(() => readAgain(call.env, userId));
  const bearer = { kind: token == null ? "session" : "token", digest: session?.tokenHash ?? "" } as const;
  const asked = { ...call, userId, bearer };
  const parsed = (call.input ?? (await input?.(asked))) as Input | ApiError;
  if (parsed instanceof ApiError) throw parsed;
  const ready = { ...asked, input: parsed };
  const answer = await askAsVerified(call.env, userId, (calls) => act(calls, ready), { bearer, lost });
  return show(answer, ready, call.read);
}

async function byObject<N extends ApiCall, Answer, Row, Input>(
  { needs, act, show, lost }: ObjectRoute<N, Answer, Row, Input>,
  { call, endpoint, isRead, onAllowed }: CallerRequest<N>,
): Promise<CallerResult<AnswerOf<N>>> {
  const { env, userId, bearer } = call;
  const ready = { ...call, input: call.input as Input };
  const { scopes = [], isListed = false, isForGuests = false } = endpoint;
  const row = rowOf(needs?.row, call);
  const asked = { scopes, row, isListed, isForGuests, details: needs?.stored !== undefined, isRead };
  const result = await askAsCaller(env, userId, { bearer, needs: asked }, (calls) => act(calls, ready), lost);
  if (!result.isAllowed) return result;
  onAllowed(result);
  const rows = storedRows(needs?.stored, result.details);
  // the database has them, and the object reads the rights again
  if (rows === null) return { isAllowed: false, isKnown: false };
  return { ...result, answer: await show(result.answer, ready, rows) };
}

function rowOf(
  kind: RowKind | undefined,
  { id, scheduleId }: Pick<Call<ApiCall>, "id" | "scheduleId">,
): Needs["row"] {
  if (kind === undefined || kind === "own") return null;
  return kind === "schedule" ? { kind, id: scheduleId, deviceId: id } : { kind, id };
}

/** Null when an earlier release stored one that this code cannot read. */
function storedRows<Row>(
  column: Pick<JsonColumn<Row>, "read"> | undefined,
  texts: readonly string[],
): Row[] | null {
  if (column === undefined) return [];
  const rows = texts.flatMap((text) => readable(column, text) ?? []);
  return rows.length === texts.length ? rows : null;
}

/**
 * The step. Where the object does not know the caller, or the call has an error, the call goes on through the database,
 * which reports errors in the usual order.
 */
export async function askObject(progress: Progress): Promise<Progress | Response> {
  const { endpoint, route, call, incoming } = progress;
  if (route.asCaller === undefined || progress.isMissing || "error" in progress.query) return progress;
  const session = callerRef(endpoint, incoming, call.now);
  const { userId = null } = session;
  if (userId === null || (endpoint.access === "user" && session.isToken)) return progress;
  if (!(await mayBeAccount(call.env, userId))) return progress;
  const bearer = { kind: kindOf(session), digest: session.tokenHash };
  if (endpoint.method !== "GET" && !(await isCaller(call, incoming, { userId, bearer }))) {
    return unknown(progress);
  }
  const body = endpoint.request
    ? (progress.body ?? (await readBody(incoming.request, call.env, userId)))
    : progress.body;
  const checked = checkedBody(endpoint, body);
  if (checked === null) return { ...progress, body };
  const holders = rateHolders(userId, { isGuest: isProvenGuest(bearerIn(incoming.request)), bearer });
  if (changeWait(endpoint, call.env, holders, call.now) !== null) return { ...progress, body };
  const ofAccount = { ...call, ...checked, userId, bearer };
  const input = await route.input?.(ofAccount);
  const after = { ...progress, body, call: { ...call, input } };
  if (input instanceof ApiError) {
    if (countsAsChange(endpoint, call.env)) giveBackChange(holders);
    return after;
  }
  const onAllowed: CallerRequest<ApiCall>["onAllowed"] = ({ tokenId, isGuest }) => {
    call.concerns(userId);
    if (session.isTicket) return;
    prove(bearerIn(incoming.request), isGuest);
    noteUse({ session, tokenId, userId, now: call.now }, incoming);
  };
  const result = await route.asCaller({
    call: { ...ofAccount, input },
    endpoint,
    isRead: progress.isRead,
    onAllowed,
  });
  if (result.isAllowed) return present({ ...progress, value: result.answer });
  if (result.over !== undefined) throw errorOf(result.over, call.env);
  // no query: a guest that floods costs the database nothing
  if (result.isGuest) throw notForGuests();
  if (countsAsChange(endpoint, call.env)) giveBackChange(holders);
  return result.isKnown ? after : unknown(after);
}

const unknown = (progress: Progress): Progress => ({
  ...progress,
  call: { ...progress.call, isUnknown: true },
});

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
  { env }: Call<ApiCall>,
  { request }: IncomingCall,
  { userId, bearer }: { userId: string; bearer: Bearer },
): Promise<boolean> {
  if (isProven(bearerIn(request))) return true;
  const needs = { scopes: [], row: null, isListed: false, isForGuests: true, details: false, isRead: false };
  const result = await askAsCaller(env, userId, { bearer, needs }, (calls) => calls.account.token());
  if (!result.isAllowed && result.over) throw errorOf(result.over, env);
  if (result.isAllowed) prove(bearerIn(request), result.isGuest);
  return result.isAllowed;
}

/** The body of the call, if it takes one; null when it has an error. */
function checkedBody({ request }: Endpoint, body: Body | null): { body?: never } | null {
  if (!request) return {};
  if (body === null || "error" in body) return null;
  const checked = validate(request, body.value);
  return "error" in checked ? null : { body: checked.value as never };
}

function errorOf({ limit, retryAfterSeconds }: OverLimit, env: Env): ApiError {
  switch (limit) {
    case "READ_RATE":
      return readsThrottled(retryAfterSeconds, settings(env).broker.READ_RATE);
    case "MQTT_PUBLISH_RATE":
      return throttled(retryAfterSeconds);
    case "MAX_ROWS_A_DAY":
      return rowsUsedUp(retryAfterSeconds);
    case "GUEST_ROWS_PERCENT":
      return rowsOfGuestsUsedUp(retryAfterSeconds);
  }
}

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
