/** Values in a telemetry message that the page received over MQTT. Pure. */

import type { Measured } from "./values.ts";

export interface HeardValues {
  /** The device's own time of measurement, if any. Milliseconds since 1970. */
  at: number | null;
  values: Readonly<Record<string, Measured>>;
  /** Where the values of a message have several times: that of each key. */
  times?: Readonly<Record<string, number | null>>;
}

const isMeasured = (value: unknown): value is Measured =>
  typeof value === "number" || typeof value === "boolean" || typeof value === "string";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** When the value of this key was measured; null for now. */
export const heardAt = ({ at, times }: HeardValues, key: string): number | null => {
  const own = times?.[key];
  return own === undefined ? at : own;
};

/** Returns null for a payload that the broker would not store either. Of a list it has the newest value of each key. */
export function heardValues(payload: string, now = Date.now()): HeardValues | null {
  let message: unknown;
  try {
    message = JSON.parse(payload);
  } catch {
    return null;
  }
  if (!Array.isArray(message)) return sampleOf(message, now);
  const samples = message.flatMap((entry) => sampleOf(entry, now) ?? []);
  samples.sort((a, b) => (a.at ?? now) - (b.at ?? now));
  return samples.length === 0 ? null : samples.reduce(heardBoth);
}

/** Both messages as one; of a key in both the value of `after`. */
export function heardBoth(before: HeardValues, after: HeardValues): HeardValues {
  const timesOf = (heard: HeardValues) =>
    Object.fromEntries(Object.keys(heard.values).map((key) => [key, heardAt(heard, key)]));
  return {
    at: after.at,
    values: { ...before.values, ...after.values },
    times: { ...timesOf(before), ...timesOf(after) },
  };
}

function sampleOf(message: unknown, now: number): HeardValues | null {
  if (!isObject(message)) return null;
  const { ts, ...rest } = message;
  const flat = Object.entries(rest).flatMap(([key, value]) =>
    typeof value === "object" && value !== null
      ? Object.entries(value).map(([name, inner]) => [`${key}.${name}`, inner] as const)
      : [[key, value] as const],
  );
  if (flat.length === 0 || !flat.every(([, value]) => isMeasured(value))) return null;
  return { at: timeOf(ts, now), values: Object.fromEntries(flat) as HeardValues["values"] };
}

/** A negative time is before the arrival, which 0 is. */
function timeOf(ts: unknown, now: number): number | null {
  if (typeof ts !== "number" || ts === 0) return null;
  return ts < 0 ? now + ts : ts;
}
