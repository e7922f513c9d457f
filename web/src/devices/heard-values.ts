/** Values in a telemetry message that the page received over MQTT. Pure. */

import type { Measured } from "./values.ts";

export interface HeardValues {
  /** The device's own time of measurement, if any. Milliseconds since 1970. */
  at: number | null;
  values: Readonly<Record<string, Measured>>;
}

const isMeasured = (value: unknown): value is Measured =>
  typeof value === "number" || typeof value === "boolean" || typeof value === "string";

/** Returns null for a payload that the broker would not store either. */
export function heardValues(payload: string): HeardValues | null {
  let message: unknown;
  try {
    message = JSON.parse(payload);
  } catch {
    return null;
  }
  if (typeof message !== "object" || message === null || Array.isArray(message)) return null;
  const { ts, ...rest } = message as Record<string, unknown>;
  const flat = Object.entries(rest).flatMap(([key, value]) =>
    typeof value === "object" && value !== null
      ? Object.entries(value).map(([name, inner]) => [`${key}.${name}`, inner] as const)
      : [[key, value] as const],
  );
  if (flat.length === 0 || !flat.every(([, value]) => isMeasured(value))) return null;
  return {
    at: typeof ts === "number" ? ts : null,
    values: Object.fromEntries(flat) as HeardValues["values"],
  };
}
