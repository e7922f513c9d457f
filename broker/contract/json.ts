/** JSON: stored text, parsed to `unknown` and checked against a schema before use; and JSON that stays one line. */

import * as z from "zod";

// Replaces API keys, sessions and tokens in texts that are stored or logged about clients. Firmware repeats its client
// id in topics, a bridge repeats its key below `$SYS`, and people paste keys into wrong fields.

/** A key, or the part left of one in a truncated client id, in any case. */
const KEY = /sw(?:[stk]_)?[0-9a-z]{20,}|[0-9a-z]{40,}/gi;

export const withoutKeys = (text: string): string => text.replace(KEY, "…");

export const logLine = (fields: Record<string, unknown>): string => withoutKeys(oneLineJson(fields));

/** Throws when the text does not fit the schema. */
export const stored =
  <T>(schema: z.ZodType<T>) =>
  (text: unknown): T => {
    const value: unknown = JSON.parse(String(text));
    return schema.parse(value);
  };

const VERSION = 1;

export interface JsonColumn<T> {
  /** Throws for an unknown version or a value that does not fit the schema. */
  read(text: unknown): T;
  write(value: T): string;
}

/**
 * A column that holds `{"version": 1, "value": …}`. A changed shape gets a new version and keeps the old schema,
 * because a deployment may meet rows of both.
 */
export function jsonColumn<T>(value: z.ZodType<T>): JsonColumn<T> {
  const parse = stored(z.object({ version: z.literal(VERSION), value }));
  return { read: (text) => parse(text).value, write: (value) => JSON.stringify({ version: VERSION, value }) };
}

/** Null when the text does not fit: an unreadable row must not block the others. */
export function readable<T>(column: Pick<JsonColumn<T>, "read">, text: unknown): T | null {
  try {
    return column.read(text);
  } catch {
    return null;
  }
}

/** Line breaks for `str.splitlines` of Python and for other readers of lines. Of its breaks JSON escapes the others. */
const SEPARATORS = /[\u0085\u2028\u2029]/g;

/** JSON without any line break: a program that reads a stream or a log line by line must get it whole. */
export const oneLineJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    SEPARATORS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

// Lists in JSON columns and in responses of other services.

export const storedNumbers = stored(z.array(z.number()));
export const storedTexts = stored(z.array(z.string()));
