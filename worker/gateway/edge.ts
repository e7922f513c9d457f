/** What the edge says of a socket, told to the account's object by a header that nobody else can set. */

import { type Arrival, EDGE_HEADER, type Edge } from "../../broker/contract/account.ts";
import { isFromPage } from "../http/browser.ts";

export const NO_EDGE: Edge = { country: null, colo: null, browser: false };

export function edgeOf(request: Request): Edge {
  const { country, colo } = (request.cf ?? {}) as { country?: unknown; colo?: unknown };
  return {
    country: typeof country === "string" ? country : null,
    colo: typeof colo === "string" ? colo : null,
    browser: isFromPage(request.headers),
  };
}

export function withEdge(headers: HeadersInit, edge: Arrival): Headers {
  const told = new Headers(headers);
  told.set(EDGE_HEADER, encodeURIComponent(JSON.stringify(edge)));
  return told;
}
