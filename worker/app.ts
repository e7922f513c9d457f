/** The whole API on one screen: the middleware of every request, and its routes. */

import { type Context, Hono, type MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { getPathNoStrict } from "hono/utils/url";
import { render, toApiError } from "./api/answer.ts";
import type { IncomingCall } from "./api/call.ts";
import { asOperator, dispatch, type Resource } from "./api/dispatch.ts";
import { addCors, addHeaders } from "./api/headers.ts";
import { endBody } from "./api/input.ts";
import { ownCall } from "./api/own-call.ts";
import { API, type ApiCall, CALLS } from "./contract/api.ts";
import { REFERENCE_PATH } from "./contract/service.ts";
import { apiUrl, type Env, Misconfigured, settings } from "./env.ts";
import { misdirected, noHostName, notFound } from "./errors.ts";
import { answersFor } from "./hosts.ts";
import { accountName } from "./keys/digest.ts";
import { legalPage, SECURITY_TEXT_PATH, securityText } from "./legal/page.ts";
import { logMisconfigured, logRequest } from "./log.ts";
import { mcp } from "./mcp/endpoint.ts";
import {
  RESOURCE_DOCUMENT_PATHS,
  resourceMetadata,
  SERVER_DOCUMENT_PATH,
  serverMetadata,
} from "./oauth/metadata.ts";
import { register } from "./oauth/register.ts";
import { revoke } from "./oauth/revoke.ts";
import { token } from "./oauth/token.ts";
import { RequestCounter } from "./observability/requests.ts";
import { writePoints } from "./observability/store.ts";
import { openapiDocument, referencePage } from "./openapi.ts";
import { ROUTES } from "./routes/index.ts";
import { metrics } from "./routes/metrics.ts";
import { mqtt, speaksMqtt } from "./routes/mqtt.ts";
import { bearerUsed, noteGuesses } from "./routes/token-use.ts";

type Api = {
  Bindings: Env;
  Variables: { url: URL; requestId: string; error: unknown; account?: string };
};

/** Hono's pattern for the rest of a path. */
const ANYTHING = "{[^]+}";

/** Calls by Hono path: `/v0/devices/on-off/:id` → `{ PUT: "updateDevice", DELETE: … }`. */
function resources(): Map<string, Resource> {
  const byPath = new Map<string, Resource>();
  for (const name of Object.keys(API) as ApiCall[]) {
    const { method } = API[name];
    const path = API[name].path
      .replace(/\/$/, "")
      .replace("{topic}", `:topic${ANYTHING}`)
      .replace(/\{(\w+)\}/g, ":$1");
    byPath.set(path, { ...byPath.get(path), [method]: name });
  }
  return byPath;
}

/** Without a last slash. A `..` may be in the address of a request, and is not in the path of its `URL`, which the calls read. */
function normalPath(request: Request): string {
  const url = URL.parse(request.url);
  if (url === null) return NO_PATH;
  return getPathNoStrict(url.href === request.url ? request : new Request(url));
}
const NO_PATH = "/";

/** Parses the address for all that follows. A host is text of the client: `Host: a b` makes an address that is no URL. */
const withUrl: MiddlewareHandler<Api> = async (c, next) => {
  const url = URL.parse(c.req.url);
  if (url === null) throw noHostName();
  c.set("url", url);
  await next();
};

/** Work after the response starts this much later, so that response times do not reveal it. Milliseconds. */
const AFTER_ANSWER_MS = 50;

const afterAnswer = (c: Context<Api>, work: () => Promise<unknown>): void =>
  c.executionCtx.waitUntil(scheduler.wait(AFTER_ANSWER_MS).then(work));

const incoming = (c: Context<Api>): IncomingCall => ({
  request: c.req.raw,
  env: c.env,
  url: c.var.url,
  id: c.req.param("id"),
  scheduleId: c.req.param("scheduleId"),
  after: (work) => afterAnswer(c, work),
  bearerUsed: (use) => {
    const work = bearerUsed(c.env, use);
    if (work !== null) afterAnswer(c, work);
  },
  tokensGuessed: (userId) => afterAnswer(c, () => noteGuesses(c.env, userId)),
  concerns: (userId) => c.set("account", userId),
  ask: (name, request) => ownCall(incoming(c), ROUTES, name, request),
});

/** For every request: an id, response headers, a log line. */
const framed: MiddlewareHandler<Api> = async (c, next) => {
  const [requestId, started] = [crypto.randomUUID(), Date.now()];
  c.set("requestId", requestId);
  // A bad variable is reported before any work.
  const { requestLog } = settings(c.env);
  await next();
  // An upgrade's response cannot be changed: it is the socket.
  if (c.res.webSocket == null) {
    addHeaders(c.res.headers, requestId);
    addCors(c.env, c.req.raw, c.res.headers);
  }
  const { error, account: userId } = c.var;
  const account = () => (userId === undefined ? undefined : accountName(userId));
  const served = { requestId, account, request: c.req.raw, status: c.res.status, started, error };
  logRequest(requestLog, served);
  count(c, started);
};

/** Stands around every answer: of the page, of a middleware, of a route and of the handler of errors. */
const withBodyEnded: MiddlewareHandler<Api> = async (c, next) => {
  await next();
  await endBody(c.req.raw, c.env);
};

const requests = new RequestCounter();

/** No response waits for it. */
function count(c: Context<Api>, started: number): void {
  const now = Date.now();
  const { method } = c.req;
  const said = { method, path: pathOf(c), status: c.res.status, milliseconds: now - started };
  const points = requests.note(said, now);
  if (points.length > 0) c.executionCtx.waitUntil(writePoints(c.env, points));
}

/** The path of the contract, so that unknown paths make no new metric labels. */
function pathOf(c: Context<Api>): string {
  const route = matchedRoutes(c).find(({ path }) => !path.includes("*"));
  return route === undefined ? "other" : route.path.replace(ANYTHING, "").replace(/:(\w+)/g, "{$1}");
}

/** Health answers on any host name. */
const HEALTH = /^\/v0\/health\/?$/;

/** A host name that is not ours may belong to a page that points here: it is refused. */
const forOwnHosts: MiddlewareHandler<Api> = async (c, next) => {
  const { hosts, development } = settings(c.env);
  const { hostname, pathname } = c.var.url;
  if (!answersFor(hosts, hostname) && !HEALTH.test(pathname)) throw misdirected(hostname, development);
  await next();
};

/** All other paths belong to the page. */
const OF_THE_API = /^\/(v0|mqtt|mcp|privacy|terms|oauth|\.well-known)(\/|$)/;
const ON_A_DESK = /^\/(v0|mqtt|mcp|privacy|terms|oauth|\.well-known|dev)(\/|$)/;

/** Files of the page get no request id, log line or metrics: there are many. */
const page =
  (api: RegExp): MiddlewareHandler<Api> =>
  async (c, next) => {
    const { pathname, hostname } = c.var.url;
    // a client that cannot set a path opens its WebSocket at /
    const isApi = api.test(pathname) || (pathname === "/" && speaksMqtt(c.req.raw));
    if (isApi || !answersFor(settings(c.env).hosts, hostname)) return next();
    return c.env.ASSETS.fetch(withoutBody(c.req.raw));
  };

/** The files' own server would answer before the body has ended, and end the connection. */
const withoutBody = (request: Request): Request =>
  request.body === null
    ? request
    : new Request(request.url, { method: request.method, headers: request.headers });

/** `more` adds the routes of a local installation behind the same rules. */
export function createApp(more?: (app: Hono<Api>) => void): Hono<Api> {
  const app = new Hono<Api>({ getPath: normalPath });
  app.use(withBodyEnded, withUrl);
  app.use(page(more === undefined ? OF_THE_API : ON_A_DESK));
  app.use(framed, forOwnHosts);
  for (const [path, resource] of resources()) {
    app.all(path, (c) => dispatch(resource, ROUTES, incoming(c)));
  }
  app.all("/v0/operator/*", (c) => asOperator({}, ROUTES, incoming(c)));
  app.all("/v0/metrics", (c) => metrics(c.req.raw, c.env));
  app.get("/v0/openapi.json", (c) => c.json(openapiDocument(CALLS)));
  app.get(REFERENCE_PATH, (c) => referencePage(openapiDocument(CALLS, apiUrl(c.env) ?? "/")));
  app.get("/privacy", (c) => legalPage("privacy", c.req.raw, c.env));
  app.get("/terms", (c) => legalPage("terms", c.req.raw, c.env));
  app.get(SECURITY_TEXT_PATH, (c) => securityText(c.env, Date.now()));
  for (const path of RESOURCE_DOCUMENT_PATHS) app.get(path, (c) => resourceMetadata(incoming(c)));
  app.get(SERVER_DOCUMENT_PATH, (c) => serverMetadata(incoming(c)));
  app.all("/oauth/token", (c) => token(incoming(c)));
  app.all("/oauth/register", (c) => register(incoming(c)));
  app.all("/oauth/revoke", (c) => revoke(incoming(c)));
  app.all("/mcp", (c) => mcp(incoming(c)));
  app.all("/", (c) => mqtt(c.req.raw, c.env, c.var.url));
  app.all("/mqtt", (c) => mqtt(c.req.raw, c.env, c.var.url));
  app.all("/mqtt/:userId", (c) => {
    c.set("account", c.req.param("userId").toLowerCase());
    return mqtt(c.req.raw, c.env, c.var.url);
  });
  more?.(app);
  app.notFound((c) => render(notFound(), c.var.requestId));
  app.onError((error, c) => {
    c.set("error", error);
    if (error instanceof Misconfigured) logMisconfigured(error.message);
    return render(toApiError(error), c.var.requestId ?? crypto.randomUUID());
  });
  return app;
}
