/**
 * Another call of the same caller, from inside: with the same rights, limits and answers as over HTTP. Other work comes
 * first: an export asks hundreds in a row.
 */

import { CALLS, type CallName } from "../contract/api.ts";
import type { AskedCall } from "../export/ask.ts";
import { nextTurn } from "../patience.ts";
import type { IncomingCall, Routes } from "./call.ts";
import { dispatch } from "./dispatch.ts";

export async function ownCall(
  incoming: IncomingCall,
  routes: Routes,
  name: CallName,
  { id, query = {}, accept = "application/json" }: AskedCall = {},
): Promise<Response> {
  await nextTurn();
  const { method, path } = CALLS[name];
  const url = new URL(path.replace("{id}", id ?? ""), incoming.url.origin);
  url.search = new URLSearchParams(query).toString();
  const headers = new Headers(incoming.request.headers);
  headers.set("Accept", accept);
  const request = new Request(url, { method, headers });
  return dispatch({ [method]: name }, routes, {
    ...incoming,
    request,
    url,
    id,
    scheduleId: undefined,
    isInner: true,
  });
}
