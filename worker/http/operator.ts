/**
 * The way of an operator's call: the key, then a row in the audit log, then everything else. Nothing is done that is not
 * written down before; what came of it is written behind.
 */

import { isUuid } from "../../broker/contract/client.ts";
import { operatorOf } from "../auth/operator.ts";
import type { Endpoint } from "../contract/endpoints.ts";
import type { OperatorCallName } from "../contract/operator-calls.ts";
import { OPERATOR_ENDPOINTS } from "../contract/operator-endpoints.ts";
import { beginAction, endAction } from "../db/operator-actions.ts";
import { methodNotAllowed, notAcceptable, notFound, unavailable } from "../errors.ts";
import { logUnfinishedAction } from "../log.ts";
import { within } from "../patience.ts";
import { type Body, readBody } from "./body.ts";
import { allowed, answer, type Incoming, PATIENCE, parsed } from "./dispatch.ts";
import { preferred } from "./headers.ts";
import type { OperatorCall, OperatorRoute, OperatorRoutes } from "./operator-call.ts";
import { toApiError } from "./render.ts";
import { queryObject, validate } from "./validate.ts";

/** The calls of one path, by method; none of a path that there is not. */
export type OperatorResource = Partial<Record<string, OperatorCallName>>;

/** What is written down of a body. */
const MAX_SAID = 4096;

export async function dispatchOperator(
  resource: OperatorResource,
  routes: OperatorRoutes,
  incoming: Incoming,
): Promise<Response> {
  const { request, env, url } = incoming;
  const key = await operatorOf(env, request);
  const name = resource[request.method === "HEAD" ? "GET" : request.method];
  const body = await readBody(request);
  const action = {
    id: crypto.randomUUID(),
    at: Date.now(),
    key,
    call: name ?? `${request.method} ${url.pathname}`.slice(0, 200),
    account: isUuid(incoming.id ?? "") ? (incoming.id ?? "").toLowerCase() : null,
    said: saidOf(body),
  };
  if (action.account !== null) incoming.concerns(action.account);
  if ((await within(PATIENCE, beginAction(env.DB, action))) === null) throw unavailable();
  let status = 500;
  try {
    const concerns = (userId: string) => {
      action.account = userId;
      incoming.concerns(userId);
    };
    const serving = serve(name, resource, routes, { ...incoming, concerns }, body);
    const response = await within(PATIENCE, serving);
    if (response === null) throw unavailable();
    status = response.status;
    return response;
  } catch (error) {
    status = toApiError(error).status;
    throw error;
  } finally {
    // the row of its beginning stands, whatever becomes of this one
    await endAction(env.DB, action, status).catch(logUnfinishedAction);
  }
}

function saidOf(body: Body): string | null {
  if ("error" in body || Object.keys(body.value).length === 0) return null;
  const text = JSON.stringify(body.value);
  return text.length > MAX_SAID ? null : text;
}

async function serve(
  name: OperatorCallName | undefined,
  resource: OperatorResource,
  routes: OperatorRoutes,
  { request, env, url, id, after, concerns }: Incoming,
  body: Body,
): Promise<Response> {
  if (Object.keys(resource).length === 0) throw notFound();
  if (preferred(request, ["json"]) === null) throw notAcceptable();
  if (name === undefined) throw methodNotAllowed(request.method, allowed(resource));
  if (id !== undefined && !isUuid(id)) throw notFound();
  const endpoint: Endpoint = OPERATOR_ENDPOINTS[name];
  const call: OperatorCall<OperatorCallName> = {
    ...{ env, url, after, concerns },
    now: Date.now(),
    id: id?.toLowerCase() ?? "",
    query: queryOf(endpoint, url) as never,
    body: (endpoint.request && parsed(endpoint.request, body)) as never,
    headers: new Headers(),
  };
  const route = routes[name] as OperatorRoute<OperatorCallName>;
  return answer(endpoint, await route(call), call.headers);
}

function queryOf({ query }: Endpoint, url: URL): unknown {
  if (query === undefined) return undefined;
  const checked = validate(query, queryObject(url));
  if ("error" in checked) throw checked.error;
  return checked.value;
}
