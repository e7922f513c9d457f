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

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
