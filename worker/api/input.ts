/** The input of a call: reads the body, which is bounded, JSON and an object; applies schemas to body and query. */

import type { z } from "zod";
import { API_LIMITS } from "../contract/api-limits.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { fieldErrors } from "../contract/field-errors.ts";
import { BODY_STALL_MS, MAX_BODY_BYTES, MAX_DROPPED_BYTES } from "../contract/limits.ts";
import type { Env } from "../env.ts";
import { settings } from "../env.ts";
import { ApiError, badJson, bodiesFull, bodyTooLarge, bodyTooSlow, invalid, notJson } from "../errors.ts";
import { within } from "../patience.ts";

// Reads the bytes of a body: bounded in size, in time, and in the memory of all bodies of this isolate.

// PURE. Bytes of request bodies that are held at once, by holder: an account, or the address of an unknown caller.

/** One holder may have this share of all. */
const SHARE = 0.25;

interface Room {
  /** Bytes of all bodies; 0 is no limit. */
  all: number;
  /** The largest body of this call: one always fits into an empty budget. */
  body: number;
}

export class BodyBudget {
  #all = 0;
  readonly #byHolder = new Map<string, number>();

  /** Returns false, and takes nothing, without room. */
  take(holder: string, bytes: number, room: Room): boolean {
    const own = (this.#byHolder.get(holder) ?? 0) + bytes;
    const most = Math.max(room.all, room.body);
    const isOver = this.#all + bytes > most || own > Math.max(most * SHARE, room.body);
    if (room.all > 0 && isOver) return false;
    this.#all += bytes;
    this.#byHolder.set(holder, own);
    return true;
  }

  giveBack(holder: string, bytes: number): void {
    this.#all -= bytes;
    const own = (this.#byHolder.get(holder) ?? 0) - bytes;
    if (own > 0) this.#byHolder.set(holder, own);
    else this.#byHolder.delete(holder);
  }
}

const budget = new BodyBudget();

const DROP_BUFFER_BYTES = 16_384;
/** Bodies of an isolate that are dropped at once. In a flood the others are cancelled, which costs next to nothing. */
const MAX_DROPS = 16;
let drops = 0;

type BodyReader = ReadableStreamDefaultReader<Uint8Array>;
type Dropper = Pick<BodyReader, "read" | "cancel">;

interface Held {
  holder: string;
  bytes: number;
  reader: BodyReader;
  /** It was read to its end. */
  isWhole: boolean;
}
/** By request, until its response. */
const held = new WeakMap<Request, Held>();

interface BodyReading {
  env: Env;
  /** The account of the caller, or the address of an unknown one. */
  holder: string;
  /** Bytes. */
  max: number;
}

/**
 * Returns null for a body of more than `max` bytes. Throws 408 when it takes too long, and 503 without room. Bytes are
 * counted as they arrive: a caller that announces much and sends nothing holds nothing.
 */
export async function readBytes(request: Request, reading: BodyReading): Promise<Uint8Array | null> {
  if (request.body === null) return new Uint8Array();
  const { BODY_DEADLINE: seconds } = settings(reading.env).limits;
  if (Number(request.headers.get("Content-Length") ?? 0) > reading.max) return null;
  const reader: BodyReader = request.body.getReader();
  const read = collect(reader, request, reading).then((bytes) => ({ bytes }));
  const answer = seconds === 0 ? await read : await within(seconds * 1000, read);
  if (answer !== null) return answer.bytes;
  read.catch(() => {});
  void reader.cancel().catch(() => {});
  throw bodyTooSlow(seconds);
}

/** The response was made: the body takes no memory any more. */
export function releaseBody(request: Request): void {
  const mine = held.get(request);
  if (mine === undefined) return;
  held.delete(request);
  budget.giveBack(mine.holder, mine.bytes);
}

/**
 * Ends the body of a request whose response was made. wrangler's proxy holds a response back until the body has ended,
 * and keeps what has arrived: a body without an end would never be answered. The rest is read and dropped, because a
 * cancelled body closes the connection, and its client often sees that instead of the response. A body that stalls, or
 * passes a bound of time or bytes, is cancelled.
 */
export async function endBody(request: Request, env: Env): Promise<void> {
  const { body } = request;
  const mine = held.get(request);
  const begun = mine?.reader;
  releaseBody(request);
  if (body === null || mine?.isWhole === true || (begun === undefined && body.locked)) return;
  const reader = begun ?? (drops < MAX_DROPS ? dropper(body) : null);
  const seconds = settings(env).limits.BODY_DEADLINE || API_LIMITS.BODY_DEADLINE.default;
  if (reader !== null && drops < MAX_DROPS) {
    drops++;
    await dropRest(reader, Date.now() + seconds * 1000).catch(() => {});
    drops--;
  }
  void (reader ?? body).cancel().catch(() => {});
}

/**
 * Reads into one buffer again and again: a new one for each part would weigh as much as the body. Null for a stream that
 * a Worker made: it has no connection whose end its client could mistake.
 */
function dropper(body: ReadableStream): Dropper | null {
  let reader: ReadableStreamBYOBReader;
  try {
    reader = body.getReader({ mode: "byob" });
  } catch {
    return null;
  }
  let buffer = new Uint8Array(DROP_BUFFER_BYTES);
  return {
    async read() {
      const { done, value } = await reader.read(buffer);
      if (done || value === undefined) return { done: true, value: undefined };
      buffer = new Uint8Array(value.buffer);
      return { done, value };
    },
    cancel: () => reader.cancel(),
  };
}

async function dropRest(reader: Dropper, end: number): Promise<void> {
  let bytes = 0;
  for (let left = end - Date.now(); left > 0 && bytes <= MAX_DROPPED_BYTES; left = end - Date.now()) {
    const next = await within(Math.min(left, BODY_STALL_MS), reader.read());
    if (next === null || next.done) return;
    bytes += next.value.byteLength;
  }
}

async function collect(
  reader: BodyReader,
  request: Request,
  { env, holder, max }: BodyReading,
): Promise<Uint8Array | null> {
  const room = { all: settings(env).limits.MAX_BODIES, body: max };
  const mine: Held = { holder, bytes: 0, reader, isWhole: false };
  held.set(request, mine);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const { byteLength } = next.value;
    length += byteLength;
    const isTooLarge = length > max;
    if (!isTooLarge && held.has(request) && budget.take(holder, byteLength, room)) {
      mine.bytes += byteLength;
      chunks.push(next.value);
      continue;
    }
    if (isTooLarge) return null;
    throw bodiesFull();
  }
  mine.isWhole = true;
  return joined(chunks, length);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

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

function parse(bytes: Uint8Array): Body {
  const json = jsonOf(bytes);
  if ("error" in json) return json;
  const { value } = json;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return { value: value as Record<string, unknown> };
  }
  return { error: badJson(`Invalid data. Expected a dictionary, but got ${pythonName(value)}.`) };
}

/** JSON of any kind. */
export function jsonOf(bytes: Uint8Array): Checked {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { error: badJson("The body is not UTF-8.") };
  }
  try {
    const value: unknown = JSON.parse(text);
    return { value };
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

/** The body as the call's schema reads it; undefined for a call that takes none. */
export function checkedBody({ request }: Pick<Endpoint, "request">, body: Body | null): Checked {
  if (!request || body === null) return { value: undefined };
  return "error" in body ? body : validate(request, body.value);
}

/** The query for schemas: empty parameters are omitted; the last of several values counts. */
export function queryObject(url: URL): Record<string, string> {
  return Object.fromEntries([...url.searchParams].filter(([, value]) => value !== ""));
}
