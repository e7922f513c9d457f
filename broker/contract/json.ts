/** Stored JSON: parsed to `unknown` and checked against a schema before use. */

import * as z from "zod";

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
