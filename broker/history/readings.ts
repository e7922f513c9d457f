/** What a message says that was measured: an object of a device, or one value in whatever a channel carries. */

import { decodeUtf8, utf8Length } from "../contract/utf8.ts";
import { flatNumbers, MAX_KEY_BYTES, MAX_KEYS } from "./flat-numbers.ts";

export type TelemetryValue = number | boolean | string;

export interface TelemetryMessage {
  /** As the device says; null where it does not. Milliseconds since 1970. */
  at: number | null;
  values: [key: string, value: TelemetryValue][];
}

const KEY = new RegExp(`^[A-Za-z0-9_.-]{1,${MAX_KEY_BYTES}}$`);
const MAX_TEXT_BYTES = 64;
/** As many of them as there can be in the time that hours are kept still have a sum. */
const LARGEST = 1e300;
/** More than the largest message that is one. Bytes. */
const MAX_BYTES = 16_384;

/** Null where it is none. */
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

/** What a JSON Pointer leads to; the whole of it where that is empty. Null where it is no value. */
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
