/** JSON at rest: a text is parsed to `unknown` and checked before anything relies on its shape. */

import { z } from "zod";

/** Throws where the text does not fit the schema. */
export const stored =
  <T>(schema: z.ZodType<T>) =>
  (text: unknown): T => {
    const value: unknown = JSON.parse(String(text));
    return schema.parse(value);
  };

const VERSION = 1;

export interface JsonColumn<T> {
  /** Throws where the version is unknown or the value does not fit the schema. */
  read(text: unknown): T;
  write(value: T): string;
}

/**
 * A column that holds `{"version": 1, "value": …}`. A change of its shape gives it a new version and keeps the schema of
 * the old one, because a deployment may meet rows of both.
 */
export function jsonColumn<T>(value: z.ZodType<T>): JsonColumn<T> {
  const parse = stored(z.object({ version: z.literal(VERSION), value }));
  return {
    read: (text) => parse(text).value,
    write: (value) => JSON.stringify({ version: VERSION, value }),
  };
}

/** Null where the text does not fit: one row that cannot be read must not keep the others from being read. */
export function readable<T>(column: JsonColumn<T>, text: unknown): T | null {
  try {
    return column.read(text);
  } catch {
    return null;
  }
}
