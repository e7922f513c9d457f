/** Turns the result of a route into a response. */

import type { ApiCall } from "../contract/api.ts";
import type { Endpoint } from "../contract/endpoints.ts";
import type { Route } from "./call.ts";
import type { Format } from "./headers.ts";

export function told(
  endpoint: Endpoint,
  route: Route<ApiCall>,
  format: Format,
  value: Awaited<ReturnType<Route<ApiCall>["act"]>>,
  headers: Headers,
): Response {
  return format === "csv" && route.csv ? csv(route.csv(value), headers) : answer(endpoint, value, headers);
}

function answer(endpoint: Endpoint, value: unknown, headers: Headers): Response {
  if (value instanceof Response) return value;
  if (endpoint.response === null) return new Response(null, { status: endpoint.status, headers });
  return Response.json(value, { status: endpoint.status, headers });
}

/** A browser that follows a link saves it as a file. */
function csv(text: string, headers: Headers): Response {
  headers.set("Content-Type", "text/csv; charset=utf-8; header=present");
  headers.set("Content-Disposition", 'attachment; filename="series.csv"');
  return new Response(text, { headers });
}
