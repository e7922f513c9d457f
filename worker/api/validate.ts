/** Applies schemas: returns the value, or throws a 400 that names every field and error. */

import type { z } from "zod";
import { type ApiError, type FieldErrors, invalid } from "../errors.ts";

export type Checked = { value: unknown } | { error: ApiError };

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
