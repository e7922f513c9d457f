/** A discovered device: how it is switched, or why it cannot be. */

import type { DiscoveredSwitch } from "../contract/discovered.ts";

export interface Announcement {
  place: string;
  name: string;
  /** The software or maker that announces it, if stated. */
  source: string;
  how: DiscoveredSwitch | { whyNot: string };
}

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Null for anything but a JSON object. */
export function fieldsOf(payload: string): Fields | null {
  try {
    const value: unknown = JSON.parse(payload);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

/** Also of a number or a boolean: announcements are read by programs that turn each into text. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;

/**
 * A topic, a template or a name. Undefined for an empty text and for a boolean: firmware that writes `false` there means
 * that it has none.
 */
export function namedText(value: unknown): string | undefined {
  const text = typeof value === "boolean" ? "" : (textOf(value) ?? "");
  return text.trim() === "" ? undefined : text;
}

/** A payload, also as the JSON that it consists of. */
export const payloadText = (value: unknown): string | undefined =>
  isFields(value) ? JSON.stringify(value) : textOf(value);

const TRUE = new Set(["1", "true", "yes", "on", "enable"]);

/** As Home Assistant reads a boolean (`cv.boolean`): also as a word or a number; false for anything else. */
export const flagOf = (value: unknown): boolean =>
  typeof value === "number" ? value !== 0 : TRUE.has(textOf(value)?.trim().toLowerCase() ?? "");
