/** PURE. The errors of a body or query, as sentences by field. */

import type * as z from "zod";

/** Sentences of one field: a body of many wrong entries gets a short response. */
export const MAX_FIELD_ERRORS = 32;

/** Errors of the whole body. */
export const GENERAL = "non_field_errors";

const more = (count: number): string => `And ${count} more.`;

/** `path` is inside a field. An entry of a list is named by its index from 0: `2.key: This field is required.` */
export function entrySentence(path: readonly PropertyKey[], message: string): string {
  return path.some((part) => typeof part === "number")
    ? `${path.map(String).join(".")}: ${message}`
    : message;
}

/** The errors of entries of one list, at most as many as a response names. */
export function bounded(sentences: Iterable<string>): string[] {
  const all = [...new Set(sentences)];
  if (all.length <= MAX_FIELD_ERRORS) return all;
  return [...all.slice(0, MAX_FIELD_ERRORS), more(all.length - MAX_FIELD_ERRORS)];
}

export function fieldErrors({ issues }: z.ZodError): Record<string, string[]> {
  const errors = new Map<string, string[]>();
  for (const { path, message } of issues) {
    const [field = GENERAL, ...inside] = path;
    const sentences = errors.get(String(field)) ?? [];
    errors.set(String(field), sentences);
    sentences.push(entrySentence(inside, message));
  }
  return Object.fromEntries([...errors].map(([field, sentences]) => [field, bounded(sentences)]));
}
