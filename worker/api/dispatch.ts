/**
 * Dispatches a call in the order of Django REST Framework: accept, authenticate, throttle, method, parse, validate,
 * act. An operator's call checks its key first and is written to the audit log before anything else. A public call
 * ignores `Authorization`: a stale token must not block the login page.
 */

import { isUuid } from "../../broker/contract/topics.ts";
import { noteAccount } from "../account/object.ts";
import { bearerIn, prove, withFailuresCounted } from "../auth/failed-callers.ts";
import {
  type Caller,
  identify,
  refuseScope,
  refuseTokenInQuery,
  type SessionRef,
  sessionOf,
} from "../auth/guard.ts";
import { waitOfKnown } from "../auth/known-browser.ts";
import { operatorOf } from "../auth/operator.ts";
import { API, type ApiCall } from "../contract/api.ts";
import type { Endpoint } from "../contract/endpoints.ts";
import type { Read } from "../db/statement.ts";
import {
  ApiError,
  methodNotAllowed,
  notAcceptable,
  notFound,
  suspended,
  throttled,
  unavailable,
} from "../errors.ts";
import { within } from "../patience.ts";
import { addressKey, clientAddress } from "../throttle/address.ts";
import { check } from "../throttle/check.ts";
import { chargeRead, countRead, refuseOver } from "./account-rates.ts";
import { told } from "./answer.ts";
import { audited } from "./audit.ts";
import { byObject, callerRef, noteUse } from "./by-object.ts";
import type { Call, IncomingCall, Route, Routes } from "./call.ts";
import { changeWait } from "./change-rate.ts";
import { type Format, isFromPage, preferred } from "./headers.ts";
import { type Body, type Checked, queryObject, readBody, validate } from "./input.ts";

/** Time limit of a call, beside the time that a route waits on purpose: the database may hang. Milliseconds. */
const PATIENCE = 20_000;

/** The calls of one path by method. All have the same access. */
export type Resource = Partial<Record<string, ApiCall>>;

export async function dispatch(
  resource: Resource,
  routes: Routes,
  incoming: IncomingCall,
): Promise<Response> {
  const name = nameOf(resource, incoming.request);
  const access = Object.values(resource).map((each) => each && API[each].access)[0];
  if (access === "operator") return asOperator(resource, routes, incoming);
  const call = () => go(name, resource, routes, incoming);
  return access === "public" ? call() : withFailuresCounted(incoming, call);
}

/** Unknown operator paths too: only a valid key learns that they do not exist. */
export async function asOperator(
  resource: Resource,
  routes: Routes,
  incoming: IncomingCall,
): Promise<Response> {
  const name = nameOf(resource, incoming.request);
  const key = await operatorOf(incoming.env, incoming.request);
  return audited(incoming, { key, name, patience: PATIENCE }, async (inside) => {
    if (Object.keys(resource).length === 0) throw notFound();
    return go(name, resource, routes, inside);
  });
}

const nameOf = (resource: Resource, { method }: Request) => resource[method === "HEAD" ? "GET" : method];

async function go(
  name: ApiCall | undefined,
  resource: Resource,
  routes: Routes,
  incoming: IncomingCall,
): Promise<Response> {
  const { request } = incoming;
  const { media }: Partial<Endpoint> = name === undefined ? {} : API[name];
  const format = media ? "json" : preferred(request, name && routes[name].csv ? ["json", "csv"] : ["json"]);
  if (format === null) throw notAcceptable();
  if (name === undefined) return refuseMethod(resource, incoming);
  const route = routes[name] as Route<ApiCall>;
  const answer = await within(PATIENCE + (route.waits ?? 0), serve(name, route, format, incoming));
  if (answer === null) throw unavailable();
  return answer;
}

/** Authentication errors come before 405. */
async function refuseMethod(resource: Resource, { request, env }: IncomingCall): Promise<Response> {
  const allow = allowed(resource);
  const access = Object.values(resource).map((name) => name && API[name].access);
  if (request.method === "OPTIONS" && !access.includes("operator"))
    return new Response(null, { status: 204, headers: { Allow: allow } });
  if (access.every((each) => each === "user" || each === "token")) {
    const session = sessionOf(request.headers.get("Authorization"), Date.now());
    await identify(env.DB, session);
  }
  throw methodNotAllowed(request.method, allow);
}

function allowed(resource: Resource): string {
  const methods = ["GET", "POST", "PUT", "DELETE"].filter((method) => resource[method] !== undefined);
  if (resource.GET !== undefined) methods.push("HEAD");
  return [...methods, "OPTIONS"].join(", ");
}

async function serve(
  name: ApiCall,
  route: Route<ApiCall>,
  format: Format,
  incoming: IncomingCall,
): Promise<Response> {
  const endpoint: Endpoint = API[name];
  const call = begin(incoming);
  const isRead = endpoint.method === "GET" && incoming.isInner !== true;
  let missing = [incoming.id, incoming.scheduleId].some((id) => id !== undefined && !isUuid(id));
  const query: Checked = endpoint.query
    ? validate(endpoint.query, queryObject(incoming.url))
    : { value: undefined };
  if ("value" in query) call.query = query.value as never;

  refuseTokenInQuery(incoming.url);
  const mayAsk = route.asCaller && !missing && "value" in query;
  const quick = mayAsk ? await byObject(endpoint, route, call, incoming) : null;
  if (quick !== null) return told(endpoint, route, format, quick.value as never, call.headers);
  if (endpoint.access === "user" || endpoint.access === "token") {
    const session = callerRef(endpoint, incoming, call.now);
    const alongside = missing || "error" in query ? undefined : route.alongside?.(session, call);
    await admit(call, session, alongside);
    if (call.caller !== null) refuseScope(endpoint, call.caller, call.id);
    refuseSuspended(call.caller, endpoint);
    if (call.caller !== null) {
      const { token, user } = call.caller;
      noteUse({ session, tokenId: token?.id ?? null, userId: user.id, now: call.now }, incoming);
    }
    countChange(endpoint, call);
    if (isRead) countRead(call.env, call.caller?.user.id ?? "", call.now);
    await refuseOver(name, endpoint, call.env, call.caller?.user.id ?? "");
    missing ||= incoming.id !== undefined && alongside !== undefined && call.read.length === 0;
  }
  const body = endpoint.request ? await bodyOf(call, incoming) : null;
  if (endpoint.throttle) await takeTurn(endpoint.throttle, call, incoming, body);
  // before any error of the body
  if (missing) throw notFound();
  if ("error" in query) throw query.error;
  if (endpoint.request && body !== null) call.body = parsed(endpoint.request, body) as never;

  const value = await route.act(call);
  if (isRead && call.caller !== null) chargeRead(call.env, call.caller.user.id, value);
  return told(endpoint, route, format, value, call.headers);
}

const begin = (incoming: IncomingCall): Call<ApiCall> => ({
  env: incoming.env,
  request: incoming.request,
  url: incoming.url,
  browser: isFromPage(incoming.request.headers),
  address: () => addressKey(clientAddress(incoming.request)),
  id: incoming.id?.toLowerCase() ?? "",
  scheduleId: incoming.scheduleId?.toLowerCase() ?? "",
  now: Date.now(),
  body: undefined,
  query: undefined,
  caller: null,
  isUnknown: false,
  callerIfAny: () => callerIfAny(incoming),
  read: [],
  headers: new Headers(),
  after: incoming.after,
  ask: incoming.ask,
  concerns: incoming.concerns,
});

/** An address with too many failures is served as nobody: a public call works with a stale token. */
async function callerIfAny(incoming: IncomingCall): Promise<Caller | null> {
  const header = incoming.request.headers.get("Authorization");
  if (header === null) return null;
  const search = async () => (await identify(incoming.env.DB, sessionOf(header, Date.now()))).caller;
  const caller = await withFailuresCounted(incoming, search).catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 401 || error.status === 429)) return null;
    throw error;
  });
  if (caller !== null) countRead(incoming.env, caller.user.id, Date.now());
  return caller;
}

/** The body of a call whose caller is known, or of a public one. The audit step has read an operator's. */
async function bodyOf({ caller, env }: Call<ApiCall>, incoming: IncomingCall): Promise<Body> {
  const holder = caller?.user.id ?? addressKey(clientAddress(incoming.request));
  return incoming.body ?? (await readBody(incoming.request, env, holder));
}

async function admit(
  call: Call<ApiCall>,
  session: SessionRef,
  alongside: Read<unknown> | undefined,
): Promise<void> {
  const { caller, read } = await identify(call.env.DB, session, alongside);
  call.caller = caller;
  prove(bearerIn(call.request));
  noteAccount(caller.user.id);
  call.concerns(caller.user.id);
  call.read = read;
}

/** Before any error of the call: a suspended account does nothing. */
function refuseSuspended(caller: Caller | null, { whileSuspended = false }: Endpoint): void {
  if (caller === null || whileSuspended || caller.user.suspended_at === null) return;
  throw suspended(caller.user.suspended_reason ?? "");
}

/** Counted before the body is read: a refusal costs next to nothing. */
function countChange(endpoint: Endpoint, { env, caller, now }: Call<ApiCall>): void {
  const wait = caller && changeWait(endpoint, env, caller.user.id, now);
  if (wait !== null) throw throttled(wait);
}

/** An unreadable body counts too. */
async function takeTurn(
  name: NonNullable<Endpoint["throttle"]>,
  call: Call<ApiCall>,
  { env, request }: IncomingCall,
  body: Body | null,
): Promise<void> {
  const given = body !== null && "value" in body ? body.value.email : undefined;
  const email = typeof given === "string" ? given : undefined;
  const account = call.caller?.user.id;
  const { wait, shield } = await check(env, name, { address: clientAddress(request), email, account });
  if (wait === null) return;
  if (name !== "login" || shield || email === undefined) throw throttled(wait);
  const own = await waitOfKnown(call, email);
  if (own !== null) throw throttled(Math.min(wait, own));
}

function parsed(schema: NonNullable<Endpoint["request"]>, body: Body): unknown {
  if ("error" in body) throw body.error;
  const checked = validate(schema, body.value);
  if ("error" in checked) throw checked.error;
  return checked.value;
}
