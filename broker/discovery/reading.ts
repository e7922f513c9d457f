/** Reads the value at a path of a message, and templates that consist of a path only. */

import type { Path } from "../contract/discovered.ts";

const PATH = /^\{\{-?\s*value_json((?:\.\w+|\[\s*(?:'[^']*'|"[^"]*"|\d+)\s*\])+)\s*-?\}\}$/;
const STEP = /\.(\w+)|\[\s*(?:'([^']*)'|"([^"]*)"|(\d+))\s*\]/g;
const WHOLE = /^\{\{-?\s*value\s*-?\}\}$/;

/** Null for any other template. */
export function pathOf(template: string | undefined): Path | null {
  const text = template?.trim() ?? "";
  if (text === "" || WHOLE.test(text)) return [];
  const steps = PATH.exec(text)?.[1];
  if (steps === undefined) return null;
  return [...steps.matchAll(STEP)].map((step) => step.slice(1).find((part) => part !== undefined) ?? "");
}

/** Null when the message has no value at the path. */
export function textAt(payload: string, path: Path): string | null {
  if (path.length === 0) return payload;
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return null;
  }
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return null;
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === "object" || value === undefined ? null : String(value);
}

/** Home Assistant writes `True`, other software `true`: both match. */
export const equalsText = (text: string, expected: string): boolean =>
  text === expected || (/^(true|false)$/i.test(text) && text.toLowerCase() === expected.toLowerCase());
