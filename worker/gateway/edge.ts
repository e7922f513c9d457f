/** What the edge says of a socket, told to the account's object by a header that nobody else can set. */

import { type Arrival, EDGE_HEADER, type Edge } from "../../broker/contract/account.ts";
import { type Env, settings } from "../env.ts";
import { isFromPage } from "../http/browser.ts";
import type { Caller } from "./caller.ts";
import { CLIENT_HEADER } from "./client-header.ts";

export const NO_EDGE: Edge = { country: null, colo: null, browser: false };

/**
 * The country is the bridge's where the bridge brought it, and nothing is known of the client's. On a desk there is no
 * edge: what the local runtime says in its place is made up.
 */
export function edgeOf(env: Env, request: Request, { bridged }: Caller): Edge {
  const cf = settings(env).development ? {} : request.cf;
  const { country, colo } = (cf ?? {}) as { country?: unknown; colo?: unknown };
  return {
    country: typeof country === "string" && !bridged ? country : null,
    colo: typeof colo === "string" ? colo : null,
    browser: isFromPage(request.headers),
  };
}

/** What came from outside under either name goes no further. */
export function withEdge(headers: HeadersInit, edge: Arrival): Headers {
  const told = new Headers(headers);
  told.delete(CLIENT_HEADER);
  told.set(EDGE_HEADER, encodeURIComponent(JSON.stringify(edge)));
  return told;
}
