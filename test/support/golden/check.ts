/** Sends the request of a row and compares the response. */

import * as z from "zod";
import { API } from "../../../worker/contract/api.ts";
import type { Endpoint } from "../../../worker/contract/endpoint.ts";
import { type GoldenRow, inWorld, type World } from "./row.ts";
import type { Send } from "./world.ts";

const PATTERNS: Record<string, RegExp> = {
  "<uuid>": /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  "<moment>": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  "<token>": /^[A-Za-z0-9_-]{43}$/,
  "<ticket>": /^swk_[0-9A-Za-z]{55}$/,
  "<session>": /^sws_[0-9A-Za-z]{55}$/,
  "<username>": /^[a-z][a-z2-7]{9}$/,
  "<password>": /^[2-9A-HJ-NP-Za-km-z]{20}$/,
  "<api_token>": /^swt_[0-9A-Za-z]{55}$/,
  "<webhook_secret>": /^whsec_[A-Za-z0-9+/]{43}=$/,
  "<key>": /^sw[A-Za-z0-9]{40}$/,
};

/** Headers of every API response. */
const ALWAYS: Record<string, RegExp> = {
  "cache-control": /^no-store$/,
  "x-content-type-options": /^nosniff$/,
  "strict-transport-security": /^max-age=31536000/,
  "referrer-policy": /^no-referrer$/,
  "content-security-policy": /default-src 'none'/,
  "x-request-id": PATTERNS["<uuid>"] as RegExp,
};

/** Returns one sentence for each mistake; empty for the expected response. */
export async function mistakesOf(template: GoldenRow, world: World, send: Send): Promise<string[]> {
  const row = inWorld(template, world);
  const response = await send(requestOf(row, world));
  const text = await response.text();
  const mistakes: string[] = [];
  if (response.status !== row.status) {
    mistakes.push(`status ${response.status} instead of ${row.status}: ${text.slice(0, 300)}`);
  }
  mistakes.push(...headerMistakes(row, response.headers));
  mistakes.push(...bodyMistakes(row, response.headers, text));
  return mistakes;
}

function requestOf(row: GoldenRow, world: World): Request {
  const [method = "GET", path = "/"] = row.call.split(" ");
  const headers = new Headers(row.headers);
  const token = row.as === "owner" || row.as === "empty" ? world.tokens[row.as] : null;
  if (token !== null) headers.set("Authorization", `Token ${token}`);
  if (row.as === "operator") headers.set("Authorization", `Bearer ${world.operatorKey}`);
  const body = row.raw ?? (row.json === undefined ? undefined : JSON.stringify(row.json));
  if (body !== undefined && row.type !== "") headers.set("Content-Type", row.type ?? "application/json");
  const init: RequestInit = { method, headers, redirect: "manual" };
  if (body !== undefined) init.body = row.type === "" ? new TextEncoder().encode(body) : body;
  return new Request((world.names.base ?? "") + path, init);
}

function headerMistakes(row: GoldenRow, headers: Headers): string[] {
  const mistakes: string[] = [];
  for (const [name, pattern] of Object.entries(ALWAYS)) {
    if (!pattern.test(headers.get(name) ?? "")) mistakes.push(`header ${name}: ${headers.get(name)}`);
  }
  for (const [name, expected] of Object.entries(row.answerHeaders ?? {})) {
    const got = headers.get(name);
    if (got !== expected) mistakes.push(`header ${name} is ${got}, not ${expected}`);
  }
  return mistakes;
}

function bodyMistakes(row: GoldenRow, headers: Headers, text: string): string[] {
  if (row.answer === undefined) {
    const type = headers.get("content-type");
    return text === "" && type === null ? [] : [`a body where none belongs: ${type} ${text.slice(0, 300)}`];
  }
  const isJson = headers.get("content-type")?.startsWith("application/json");
  const got: unknown = isJson ? JSON.parse(text) : text;
  const mistakes = differences(got, row.answer, "answer");
  const schema = schemaOf(row);
  const checked = schema?.safeParse(got);
  if (checked && !checked.success) mistakes.push(`not what the contract describes: ${checked.error.message}`);
  return mistakes;
}

/** The body of an error response. */
const Problem = z.union([
  z.object({ detail: z.string(), request_id: z.string().optional() }),
  z.object({ errors: z.record(z.string(), z.array(z.string())) }),
]);

/** The contract's schema of this response. */
function schemaOf(row: GoldenRow) {
  if (row.status >= 400) return Problem;
  const [method, path = ""] = row.call.split(" ");
  const plain = `${path.split("?", 1)[0]?.replace(/\/$/, "")}/`;
  const endpoint = Object.values<Endpoint>(API).find(
    (candidate) =>
      candidate.method === method &&
      new RegExp(`^${candidate.path.replace("{topic}", ".+").replace(/\{\w+\}/g, "[^/]+")}$`).test(plain),
  );
  return endpoint?.response;
}

/** Only the schema is checked: the value depends on where the product runs. */
const DEPENDS = "<depends>";

function differences(got: unknown, expected: unknown, at: string): string[] {
  if (expected === DEPENDS) return got === undefined ? [`${at} is missing`] : [];
  if (typeof expected === "string" && PATTERNS[expected]) {
    return typeof got === "string" && PATTERNS[expected].test(got) ? [] : [`${at} is ${JSON.stringify(got)}`];
  }
  if (typeof expected !== "object" || expected === null) {
    return got === expected ? [] : [`${at} is ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`];
  }
  if (typeof got !== "object" || got === null || Array.isArray(got) !== Array.isArray(expected)) {
    return [`${at} is ${JSON.stringify(got)}`];
  }
  const keys = new Set([...Object.keys(got), ...Object.keys(expected)]);
  return [...keys].flatMap((key) =>
    differences(
      (got as Record<string, unknown>)[key],
      (expected as Record<string, unknown>)[key],
      `${at}.${key}`,
    ),
  );
}
