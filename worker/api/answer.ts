/** The last step: turns what a route returned into a response. */

import type { ApiCall } from "../contract/api.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { nextTurn } from "../patience.ts";
import type { Progress, Route } from "./call.ts";

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
