/** The measured values in a message: an object from a device, or one value at a path of a channel's message. */

import { decodeUtf8, utf8Length } from "../contract/utf8.ts";
import { flatNumbers, MAX_KEY_BYTES, MAX_KEYS } from "./flat-numbers.ts";

export type TelemetryValue = number | boolean | string;

export interface TelemetryMessage {
  /** The `ts` of the message, or null. Milliseconds since 1970. */
  at: number | null;
  values: [key: string, value: TelemetryValue][];
}

const KEY = new RegExp(`^[A-Za-z0-9_.-]{1,${MAX_KEY_BYTES}}$`);
const MAX_TEXT_BYTES = 64;
/** The sum of all values of this size that can be stored for an hour bucket is still finite. */
const LARGEST = 1e300;
/** Larger than the largest valid telemetry message. Bytes. */
const MAX_BYTES = 16_384;

/** Null for a message that is not telemetry. */
export const telemetryOf = (payload: Uint8Array): TelemetryMessage | null =>
  flatNumbers(payload) ?? readingIn(jsonOf(payload));

function readingIn(said: unknown): TelemetryMessage | null {
  if (!isObject(said)) return null;
  const { ts, ...rest } = said;
  if (ts !== undefined && !isTime(ts)) return null;
  const values: [string, TelemetryValue][] = [];
  for (const [key, value] of Object.entries(rest)) {
    const inside = isObject(value) ? Object.entries(value) : [[null, value] as const];
    for (const [name, each] of inside) {
      const joined = name === null ? key : `${key}.${name}`;
      if (!KEY.test(joined) || !isValue(each) || values.length === MAX_KEYS) return null;
      values.push([joined, each]);
    }
  }
  return { at: ts === undefined ? null : Math.floor(ts), values };
}

/** Returns the value at a JSON Pointer (empty: the whole message), or null when it is no value. */
export function valueAt(payload: Uint8Array, pointer: string): TelemetryValue | null {
  let found = jsonOf(payload);
  for (const step of pointer === "" ? [] : pointer.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    const isInside = typeof found === "object" && found !== null && Object.hasOwn(found, name);
    if (!isInside) return null;
    found = (found as Record<string, unknown>)[name];
  }
  return isValue(found) ? found : null;
}

function jsonOf(payload: Uint8Array): unknown {
  const text = payload.length > MAX_BYTES ? null : decodeUtf8(payload);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isTime = (value: unknown): value is number =>
  typeof value === "number" && value >= 0 && value < 8.64e15;

function isValue(value: unknown): value is TelemetryValue {
  if (typeof value === "number") return Math.abs(value) <= LARGEST;
  if (typeof value === "string") return utf8Length(value) <= MAX_TEXT_BYTES;
  return typeof value === "boolean";
}
