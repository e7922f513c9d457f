/** PURE. The errors of a body or query, as sentences by field. */

import type * as z from "zod";

/** Errors of the whole body. */
export const GENERAL = "non_field_errors";

/** `path` is inside a field. An entry of a list is named by its index from 0: `2.key: This field is required.` */
export function entrySentence(path: readonly PropertyKey[], message: string): string {
  return path.some((part) => typeof part === "number")
    ? `${path.map(String).join(".")}: ${message}`
    : message;
}

export function fieldErrors({ issues }: z.ZodError): Record<string, string[]> {
  const errors = new Map<string, string[]>();
  for (const { path, message } of issues) {
    const [field = GENERAL, ...inside] = path;
    const sentences = errors.get(String(field)) ?? [];
    errors.set(String(field), sentences);
    sentences.push(entrySentence(inside, message));
  }
  return Object.fromEntries([...errors].map(([field, sentences]) => [field, [...new Set(sentences)]]));
}
