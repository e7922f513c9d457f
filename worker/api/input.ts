/** The input of a call: reads the body, which is bounded, JSON and an object; applies schemas to body and query. */

import type { z } from "zod";
import { MAX_BODY_BYTES } from "../contract/limits.ts";
import type { Env } from "../env.ts";
import { ApiError, badJson, bodyTooLarge, type FieldErrors, invalid, notJson } from "../errors.ts";
import { type BodyReading, readBytes } from "./body-bytes.ts";

export type Body = { value: Record<string, unknown> } | { error: ApiError };

/** Returns errors instead of throwing: a bad body counts towards its throttle before the response. */
export async function readBody(request: Request, env: Env, holder: string): Promise<Body> {
  const bytes = await orError(readBytes(request, { env, holder, max: MAX_BODY_BYTES }));
  if (bytes instanceof ApiError) return { error: bytes };
  if (bytes === null) return { error: bodyTooLarge(MAX_BODY_BYTES) };
  if (bytes.length === 0) return { value: {} };
  const type = request.headers.get("Content-Type") ?? "";
  return isJson(type) ? parse(bytes) : { error: notJson(type) };
}

export const isJson = (type: string): boolean =>
  type.split(";", 1)[0]?.trim().toLowerCase() === "application/json";

/** Returns an error of the API instead of throwing it. */
export async function orError<T>(work: Promise<T>): Promise<T | ApiError> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const payloads = new WeakMap<Request, Promise<Uint8Array | null>>();

/** The body as bytes, read once; null when it is longer than `max`. */
export function payloadOf(request: Request, reading: BodyReading): Promise<Uint8Array | null> {
  const payload = payloads.get(request) ?? readBytes(request, reading);
  payloads.set(request, payload);
  return payload;
}

function parse(bytes: Uint8Array): Body {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { error: badJson("The body is not UTF-8.") };
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return { value: value as Record<string, unknown> };
    }
    return { error: badJson(`Invalid data. Expected a dictionary, but got ${pythonName(value)}.`) };
  } catch (error) {
    return {
      error: badJson(error instanceof Error ? withoutExcerpt(error.message) : "The body is no JSON."),
    };
  }
}

/** V8 quotes the text around the error, which may contain a password. */
const withoutExcerpt = (message: string) =>
  message
    .replace(/, (?:\.\.\.)?"[\s\S]*" is not valid JSON$/, "")
    .replace(/^(Unexpected token) '[\s\S]*?'/, "$1");

function pythonName(value: unknown): string {
  if (Array.isArray(value)) return "list";
  if (value === null) return "NoneType";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return "str";
}

export type Checked = { value: unknown } | { error: ApiError };

/** Returns the value, or a 400 that names every field and error. */
export function validate(schema: z.ZodType, input: unknown): Checked {
  const result = schema.safeParse(input);
  return result.success ? { value: result.data } : { error: invalid(fieldErrors(result.error)) };
}

function fieldErrors(error: z.ZodError): FieldErrors {
  const errors = new Map<string, Set<string>>();
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? "non_field_errors");
    const sentences = errors.get(field) ?? new Set();
    errors.set(field, sentences.add(issue.message));
  }
  return Object.fromEntries([...errors].map(([field, sentences]) => [field, [...sentences]]));
}

/** The query for schemas: empty parameters are omitted; the last of several values counts. */
export function queryObject(url: URL): Record<string, string> {
  return Object.fromEntries([...url.searchParams].filter(([, value]) => value !== ""));
}
