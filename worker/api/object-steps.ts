/**
 * The steps of a call that the account's object may answer without D1. Where it does not know the caller, or the call
 * has an error, the call goes on by the database, whose steps report errors in the usual order.
 */

import type { Bearer, CallerResult, Needs, OverLimit } from "../../broker/contract/bearer.ts";
import { type JsonColumn, readable } from "../../broker/contract/json.ts";
import { askAsCaller, mayBeAccount } from "../account/account.ts";
import { bearerIn, isProven, isProvenGuest, prove } from "../auth/failed-callers.ts";
import { type SessionRef, sessionOf } from "../auth/guard.ts";
import type { ApiCall } from "../contract/api.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { type Env, settings } from "../env.ts";
import {
  ApiError,
  notForGuests,
  readsThrottled,
  rowsOfGuestsUsedUp,
  rowsUsedUp,
  throttled,
  ticketEnded,
} from "../errors.ts";
import { clientAddress } from "../throttle/address.ts";
import {
  changeWait,
  giveBackChange,
  type RateHolder,
  rateHolders,
  waitBeforeChange,
} from "./account-rates.ts";
import { present } from "./answer.ts";
import type { AnswerOf, Call, CallerRequest, IncomingCall, ObjectRoute, Progress, RowKind } from "./call.ts";
import { checkedBody, readBody } from "./input.ts";

/** A call whose bearer names an account. */
type Asking = Progress & { asking: NonNullable<Progress["asking"]> };
type Next = Progress | Response;

/** A step of a call that the object may still answer. */
const whileAsking =
  (step: (progress: Asking) => Next | Promise<Next>) =>
  (progress: Progress): Next | Promise<Next> =>
    isAsking(progress) ? step(progress) : progress;

const isAsking = (progress: Progress): progress is Asking => progress.asking !== null;

const byDatabase = (progress: Progress): Progress => ({ ...progress, asking: null });

/** The object does not know the caller. Only the object knows tickets of notices. */
function unknown(progress: Asking): Progress {
  if (progress.asking.bearer.kind === "notice") throw ticketEnded();
  return { ...byDatabase(progress), call: { ...progress.call, isUnknown: true } };
}

async function findAccount(progress: Progress): Promise<Progress> {
  const { endpoint, route, call, incoming } = progress;
  if (route.asCaller === undefined || progress.isMissing || "error" in progress.query) return progress;
  const session = callerRef(endpoint, incoming, call.now);
  const { userId = null } = session;
  if (userId === null || (endpoint.access === "user" && session.isToken)) return progress;
  if (!(await mayBeAccount(call.env, userId))) return progress;
  const bearer = { kind: kindOf(session), digest: session.tokenHash };
  return { ...progress, asking: { userId, bearer, session } };
}

/** Returns the bearer: from the header, or from the ticket of a call that accepts one. */
export const callerRef = ({ ticket }: Endpoint, { request, url }: IncomingCall, now: number): SessionRef =>
  sessionOf(request.headers.get("Authorization"), now, ticket ? url.searchParams.get("ticket") : null);

const kindOf = ({ isTicket, isToken, isOfNotice }: SessionRef): Bearer["kind"] =>
  isOfNotice ? "notice" : isTicket ? "ticket" : isToken ? "token" : "session";

const PROOF: Needs = {
  scopes: [],
  row: null,
  isListed: false,
  isForGuests: true,
  isForApps: true,
  details: false,
  isRead: false,
};

/**
 * Whether the bearer is right, before its body is read and its change is counted. Only the first such call of a bearer
 * in an isolate asks the object about it.
 */
async function proveBearer(progress: Asking): Promise<Progress> {
  const { endpoint, call, incoming, asking } = progress;
  const text = bearerIn(incoming.request);
  if (endpoint.method === "GET" || isProven(text)) return progress;
  const { bearer } = asking;
  const row = bearer.kind === "notice" ? { kind: bearer.kind, id: call.id } : null;
  const of = { bearer, needs: { ...PROOF, row } };
  const result = await askAsCaller(call.env, asking.userId, of, (calls) => calls.account.token());
  if (!result.isAllowed && result.over) throw errorOf(result.over, call.env);
  if (!result.isAllowed) return unknown(progress);
  prove(text, result.isGuest);
  return progress;
}

/** Guests without a change left are refused before their body is read, and cost the database nothing. */
function refuseFloodOfGuests(progress: Asking): Progress {
  const { endpoint, call, incoming } = progress;
  if (!isProvenGuest(bearerIn(incoming.request))) return progress;
  const wait = waitBeforeChange(endpoint, call.env, holdersOf(progress), call.now);
  if (wait !== null) throw throttled(wait);
  return progress;
}

async function readBodyOfAccount(progress: Asking): Promise<Progress> {
  const { endpoint, call, incoming, asking } = progress;
  if (!endpoint.request || progress.body !== null) return progress;
  return { ...progress, body: await readBody(incoming.request, call.env, asking.userId) };
}

function parseBodyOfAccount(progress: Asking): Progress {
  const body = checkedBody(progress.endpoint, progress.body);
  // the database knows no ticket of a notice, which was proven
  if ("error" in body && progress.asking.bearer.kind === "notice") throw body.error;
  return "error" in body
    ? byDatabase(progress)
    : { ...progress, call: { ...progress.call, body: body.value as never } };
}

const holdersOf = ({ asking: { userId, bearer }, incoming: { request } }: Asking): RateHolder[] =>
  rateHolders(userId, { isGuest: isProvenGuest(bearerIn(request)), bearer });

function countChangeOfAccount(progress: Asking): Progress {
  const { endpoint, call, incoming } = progress;
  const wait = changeWait(endpoint, call.env, holdersOf(progress), call.now);
  if (wait === null) return progress;
  const { bearer } = progress.asking;
  if (bearer.kind === "notice" || isProvenGuest(bearerIn(incoming.request))) throw throttled(wait);
  return byDatabase(progress);
}

/** The steps of the database count it again. */
const uncounted = (progress: Asking): Asking => {
  giveBackChange(progress.endpoint, progress.call.env, holdersOf(progress));
  return progress;
};

/** What the schemas cannot parse. */
async function parseInput(progress: Asking): Promise<Progress> {
  const { route, call, asking } = progress;
  const input = await route.input?.({ ...call, ...asking });
  const parsed = { ...progress, call: { ...call, input } };
  return input instanceof ApiError ? byDatabase(uncounted(parsed)) : parsed;
}

async function askObject(progress: Asking): Promise<Next> {
  const { endpoint, route, call, incoming, asking, isRead } = progress;
  const { userId, session } = asking;
  const result = await route.asCaller?.({
    call: { ...call, ...asking },
    endpoint,
    isForApps: incoming.isForAssistant === true,
    isRead,
    onAllowed: ({ tokenId, isGuest }) => {
      call.concerns(userId);
      if (session.isTicket) return;
      prove(bearerIn(incoming.request), isGuest);
      noteUse({ session, tokenId, userId, now: call.now }, incoming);
    },
  });
  if (result === undefined) return byDatabase(progress);
  if (result.isAllowed) return present({ ...progress, value: result.answer });
  if (result.over !== undefined) throw errorOf(result.over, call.env);
  // no query: a guest that floods costs the database nothing
  if (result.isGuest) throw notForGuests();
  const again = uncounted(progress);
  return result.isKnown ? byDatabase(again) : unknown(again);
}

/** Makes the call of a route for a bearer that the object checks. */
export const askedAs =
  <N extends ApiCall, Answer, Row, Input>({ needs, act, show, lost }: ObjectRoute<N, Answer, Row, Input>) =>
  async ({
    call,
    endpoint,
    isForApps,
    isRead,
    onAllowed,
  }: CallerRequest<N>): Promise<CallerResult<AnswerOf<N>>> => {
    const { env, userId, bearer } = call;
    const ready = { ...call, input: call.input as Input };
    const { scopes = [], isListed = false, isForGuests = false } = endpoint;
    const row = rowOf(needs?.row, call);
    const asked = {
      scopes,
      row,
      isListed,
      isForGuests,
      isForApps,
      details: needs?.stored !== undefined,
      isRead,
    };
    const result = await askAsCaller(
      env,
      userId,
      { bearer, needs: asked },
      (calls) => act(calls, ready),
      lost,
    );
    if (!result.isAllowed) return result;
    onAllowed(result);
    const rows = storedRows(needs?.stored, result.details);
    // the database has them, and the object reads the rights again
    if (rows === null) return { isAllowed: false, isKnown: false };
    return { ...result, answer: await show(result.answer, ready, rows) };
  };

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

/** In this order: what is refused early costs the object nothing. */
export const OBJECT_STEPS = [
  findAccount,
  whileAsking(proveBearer),
  whileAsking(refuseFloodOfGuests),
  whileAsking(readBodyOfAccount),
  whileAsking(parseBodyOfAccount),
  whileAsking(countChangeOfAccount),
  whileAsking(parseInput),
  whileAsking(askObject),
];

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
interface UseOfBearer {
  session: SessionRef;
  /** Null for a session. */
  tokenId: string | null;
  userId: string;
  now: number;
}

/** Of sessions only reads are noted: after the end of an account nothing is written to its object. */
export function noteUse(
  { session, tokenId, userId, now }: UseOfBearer,
  { request, bearerUsed }: Pick<IncomingCall, "request" | "bearerUsed">,
): void {
  if (tokenId !== null) bearerUsed({ tokenId, userId, address: clientAddress(request), now });
  else if (request.method === "GET") bearerUsed({ session: session.tokenHash, userId, now });
}
