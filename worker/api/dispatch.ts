/**
 * Dispatches a call in the order of Django REST Framework: accept, authenticate, throttle, method, parse, validate,
 * act. An operator's call checks its key first and is written to the audit log before anything else. A public call
 * ignores `Authorization`: a stale token must not block the login page.
 */

import { isUuid } from "../../broker/contract/topics.ts";
import { bearerIn, isProvenGuest, withFailuresCounted } from "../auth/failed-callers.ts";
import { type Caller, hasTokenInQuery, identify, isOfUser, operatorOf, sessionOf } from "../auth/guard.ts";
import { waitOfKnown } from "../auth/known-browser.ts";
import { API, type ApiCall } from "../contract/api.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import {
  ApiError,
  methodNotAllowed,
  needsSession,
  notAcceptable,
  notForGuests,
  notFound,
  throttled,
  tokenInQuery,
  unavailable,
} from "../errors.ts";
import { within } from "../patience.ts";
import { addressKey, clientAddress } from "../throttle/address.ts";
import { check } from "../throttle/check.ts";
import { chargeRead, countRead } from "./account-rates.ts";
import { present } from "./answer.ts";
import { audited } from "./audit.ts";
import type { Call, IncomingCall, Progress, Route, Routes } from "./call.ts";
import { CALLER_STEPS, holdersOf } from "./caller-steps.ts";
import { type Format, isFromPage, preferred } from "./headers.ts";
import { checkedBody, queryObject, readBody, validate } from "./input.ts";
import { OBJECT_STEPS } from "./object-steps.ts";

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

/** Returns the call with what the step learned, or its response. A step throws the error of the call. */
type Step = (progress: Progress) => Progress | Response | Promise<Progress | Response>;

/** The way of a call. Errors have the order of the steps: 401, 403, 429, 404 of the path, 400. */
const STEPS: readonly Step[] = [
  parseQuery,
  refuseTokenInQuery,
  refuseGuest,
  ...OBJECT_STEPS,
  ...CALLER_STEPS,
  readOneBody,
  throttle,
  refuseMissing,
  refuseQuery,
  parseBody,
  act,
  present,
];

async function serve(
  name: ApiCall,
  route: Route<ApiCall>,
  format: Format,
  incoming: IncomingCall,
): Promise<Response> {
  let progress = begin(name, route, format, incoming);
  for (const step of STEPS) {
    const next = await step(progress);
    if (next instanceof Response) return next;
    progress = next;
  }
  throw new Error("The last step makes the response.");
}

function begin(name: ApiCall, route: Route<ApiCall>, format: Format, incoming: IncomingCall): Progress {
  const endpoint: Endpoint = API[name];
  return {
    name,
    endpoint,
    route,
    format,
    incoming,
    isRead: endpoint.method === "GET" && incoming.isInner !== true,
    call: callOf(incoming),
    query: { value: undefined },
    body: incoming.body ?? null,
    isMissing: [incoming.id, incoming.scheduleId].some((id) => id !== undefined && !isUuid(id)),
    value: undefined,
    asking: null,
  };
}

const callOf = (incoming: IncomingCall): Call<ApiCall> => ({
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
  input: undefined,
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
  if (caller !== null) countRead(incoming.env, holdersOf(caller), Date.now());
  return caller;
}

function parseQuery(progress: Progress): Progress {
  const { endpoint, incoming, call } = progress;
  if (!endpoint.query) return progress;
  const query = validate(endpoint.query, queryObject(incoming.url));
  if ("error" in query) return { ...progress, query };
  return { ...progress, query, call: { ...call, query: query.value as never } };
}

/** Tokens in URLs are stored in logs and histories. */
function refuseTokenInQuery(progress: Progress): Progress {
  if (hasTokenInQuery(progress.incoming.url)) throw tokenInQuery();
  return progress;
}

/** The token of a guest that was right in this isolate needs no look-up for a call that no guest may make. */
function refuseGuest(progress: Progress): Progress {
  const { endpoint, incoming } = progress;
  if (!isOfUser(endpoint) || endpoint.isForGuests || !isProvenGuest(bearerIn(incoming.request)))
    return progress;
  throw endpoint.access === "token" ? notForGuests() : needsSession();
}

/** The body of a call whose caller is known, or of a public one. The audit step has read an operator's. */
async function readOneBody(progress: Progress): Promise<Progress> {
  const { endpoint, body, call } = progress;
  if (!endpoint.request || body !== null) return progress;
  const holder = call.caller?.user.id ?? call.address();
  return { ...progress, body: await readBody(call.request, call.env, holder) };
}

/** An unreadable body counts too. */
async function throttle(progress: Progress): Promise<Progress> {
  const { endpoint, call, body } = progress;
  if (!endpoint.throttle) return progress;
  const given = body !== null && "value" in body ? body.value.email : undefined;
  const email = typeof given === "string" ? given : undefined;
  const by = { address: clientAddress(call.request), email, account: call.caller?.user.id };
  const { wait, shield } = await check(call.env, endpoint.throttle, by);
  if (wait === null) return progress;
  if (endpoint.throttle !== "login" || shield || email === undefined) throw throttled(wait);
  const own = await waitOfKnown(call, email);
  if (own !== null) throw throttled(Math.min(wait, own));
  return progress;
}

function refuseMissing(progress: Progress): Progress {
  if (progress.isMissing) throw notFound();
  return progress;
}

function refuseQuery(progress: Progress): Progress {
  if ("error" in progress.query) throw progress.query.error;
  return progress;
}

function parseBody(progress: Progress): Progress {
  const { endpoint, body, call } = progress;
  const checked = checkedBody(endpoint, body);
  if ("error" in checked) throw checked.error;
  return { ...progress, call: { ...call, body: checked.value as never } };
}

async function act(progress: Progress): Promise<Progress> {
  const { route, call } = progress;
  const value = await route.act(call);
  if (progress.isRead && call.caller !== null) chargeRead(holdersOf(call.caller), value);
  return { ...progress, value };
}
