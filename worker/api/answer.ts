/** The last step: turns what a route returned into a response. */

import type { ApiCall } from "../contract/api.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { ThrottleMisconfigured } from "../env.ts";
import { ApiError, serverError, unavailable } from "../errors.ts";
import { SecretsUnavailable } from "../keys/keys.ts";
import { nextTurn } from "../patience.ts";
import { ThrottleUnavailable } from "../throttle/check.ts";
import type { Progress, Route } from "./call.ts";

// Turns an error into a response. An unexpected error shows only its request id.

/** D1's texts for failures on its side; any other error is a bug of ours. */
const DATABASE_TROUBLE =
  /network connection lost|overloaded|timed out|timeout|storage caused object to be reset|internal error|database is locked/i;

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof SecretsUnavailable || error instanceof ThrottleUnavailable) return unavailable();
  if (error instanceof ThrottleMisconfigured) return unavailable();
  if (error instanceof Error && DATABASE_TROUBLE.test(error.message)) return unavailable();
  return serverError();
}

export function render(error: ApiError, requestId: string): Response {
  const body = error.status >= 500 ? { ...error.body, request_id: requestId } : error.body;
  return Response.json(body, { status: error.status, headers: error.headers });
}

export function present({ endpoint, route, format, value, call: { headers } }: Progress): Response {
  if (format === "csv" && route.csv) return csv(route.csv(value as Parameters<CsvOf>[0]), headers);
  return answer(endpoint, value, headers);
}

type CsvOf = NonNullable<Route<ApiCall>["csv"]>;

function answer(endpoint: Endpoint, value: unknown, headers: Headers): Response {
  if (value instanceof Response) return value;
  if (endpoint.response === null) return new Response(null, { status: endpoint.status, headers });
  return Array.isArray(value)
    ? list(value, endpoint.status, headers)
    : Response.json(value, { status: endpoint.status, headers });
}

/** A long list is never one text, and other calls are served between two parts of it. */
function list(rows: readonly unknown[], status: number, headers: Headers): Response {
  headers.set("Content-Type", "application/json");
  const parts = listParts(rows);
  const first = parts.next().value ?? "";
  const second = parts.next();
  if (second.done) return new Response(first, { status, headers });
  return new Response(streamed([first, second.value], parts), { status, headers });
}

function streamed(begun: string[], parts: Iterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const part = begun.shift() ?? parts.next().value;
        if (part === undefined) return controller.close();
        controller.enqueue(encoder.encode(part));
        // a call of this isolate takes all parts without a pause
        await nextTurn();
      },
    },
    // nothing is made before it is asked for
    { highWaterMark: 0 },
  );
}

/** Characters of a part, beside its last row. */
const PART = 65_536;

/** JSON of an array. */
export function* listParts(rows: readonly unknown[]): Generator<string, undefined> {
  let part = "[";
  for (const [at, row] of rows.entries()) {
    part += `${at === 0 ? "" : ","}${JSON.stringify(row)}`;
    if (part.length < PART) continue;
    yield part;
    part = "";
  }
  yield `${part}]`;
}

/** A browser that follows a link saves it as a file. */
function csv(text: string, headers: Headers): Response {
  headers.set("Content-Type", "text/csv; charset=utf-8; header=present");
  headers.set("Content-Disposition", 'attachment; filename="series.csv"');
  return new Response(text, { headers });
}
