/**
 * The measured values in a message: an object from a device, or the values at paths of a channel's message. Lists of
 * objects are in `sample-list.ts`.
 */

import { jsonMistake, utf8Mistake } from "../contract/json-fault.ts";
import { isMistake, kindOf, type Mistake, quoted } from "../contract/mistake.ts";
import { decodeUtf8, utf8Length } from "../contract/utf8.ts";
import { flatNumbers, MAX_KEY_BYTES, MAX_KEYS } from "./flat-numbers.ts";

export type TelemetryValue = number | boolean | string;

export interface TelemetryMessage {
  /** The `ts` of the message, or null for the time of its arrival. Milliseconds since 1970. */
  at: number | null;
  /** `ts` was counted back from the arrival: the clock of the device has no part in it. */
  isAgeKnown?: true;
  values: [key: string, value: TelemetryValue][];
  /** Of a value that is not among them. */
  mistake?: Mistake;
}

const KEY = new RegExp(`^[A-Za-z0-9_.-]{1,${MAX_KEY_BYTES}}$`);
const MAX_TEXT_BYTES = 64;
/** The sum of all values of this size that can be stored for an hour bucket is still finite. */
const LARGEST = 1e300;
/** Larger than the largest valid telemetry message. Bytes. */
const MAX_BYTES = 16_384;

const EXAMPLE = 'Send a JSON object of values, such as {"temperature":21.5}.';
const SHORTER = "Send less in one message.";

/** The mistake in a message that is not telemetry. `now`: the arrival, in milliseconds since 1970. */
export function telemetryOf(payload: Uint8Array, now: number): TelemetryMessage | Mistake {
  const flat = flatNumbers(payload);
  if (flat === null) return readingIn(jsonOf(payload), now);
  return flat.at !== null && flat.at < 0 ? { ...flat, ...timeOf(flat.at, now) } : flat;
}

function readingIn(message: { value: unknown } | Mistake, now: number): TelemetryMessage | Mistake {
  if (isMistake(message)) return { ...message, remedy: message.remedy ?? EXAMPLE };
  const { value: object } = message;
  return isObject(object)
    ? readingOf(object, now)
    : { reason: `The message is ${kindOf(object)}, not an object.`, remedy: EXAMPLE };
}

/** One sample, which is stored as a whole or not at all. */
export function readingOf({ ts, ...rest }: Record<string, unknown>, now: number): TelemetryMessage | Mistake {
  if (ts !== undefined && !isTime(ts)) return wrongTime(ts);
  const values: [string, TelemetryValue][] = [];
  let count = 0;
  for (const [key, value] of Object.entries(rest)) {
    const inside = isObject(value) ? Object.entries(value) : [[null, value] as const];
    count += inside.length;
    for (const [name, each] of inside) {
      const joined = name === null ? key : `${key}.${name}`;
      const mistake = keyMistake(joined) ?? valueMistake(joined, each, name !== null);
      if (mistake !== null) return mistake;
      values.push([joined, each as TelemetryValue]);
    }
  }
  return count > MAX_KEYS ? tooMany(count) : { ...timeOf(ts, now), values };
}

/** A negative `ts` is counted back from the arrival, which 0 is, too: nothing was measured in 1970. */
function timeOf(ts: number | undefined, now: number): Pick<TelemetryMessage, "at" | "isAgeKnown"> {
  if (ts === undefined || ts === 0) return { at: null };
  return ts < 0 ? { at: now + Math.floor(ts), isAgeKnown: true } : { at: Math.floor(ts) };
}

/** Mistakes that are written out; the others are counted. An answer would be many times as large as a wrong message. */
export const MAX_MISTAKES = 32;

/** What of an object is telemetry: its values one by one, with the first mistakes of the others. */
export interface SortedTelemetry extends TelemetryMessage {
  mistakes: (Mistake & { key: string })[];
  /** How many values are wrong beside `mistakes`. */
  moreMistakes: number;
}

/** For software that sends more than telemetry: a value that is wrong leaves the others as they are. */
export function sortTelemetry({ ts, ...rest }: Record<string, unknown>, now: number): SortedTelemetry {
  const time = timeOf(isTime(ts) ? ts : undefined, now);
  const sorted: SortedTelemetry = { ...time, values: [], mistakes: [], moreMistakes: 0 };
  if (ts !== undefined && !isTime(ts)) sorted.mistakes.push({ ...wrongTime(ts), key: "ts" });
  for (const [key, value] of Object.entries(rest)) {
    const within = isObject(value) ? Object.entries(value) : [];
    // an empty object is no value
    const inside = within.length > 0 ? within : [[null, value] as const];
    for (const [name, each] of inside) {
      const joined = name === null ? key : `${key}.${name}`;
      if (KEY.test(joined) && isValue(each) && sorted.values.length < MAX_KEYS) {
        sorted.values.push([joined, each]);
      } else if (sorted.mistakes.length < MAX_MISTAKES) {
        const mistake =
          keyMistake(joined) ?? valueMistake(joined, each, name !== null) ?? tooMany(MAX_KEYS + 1);
        sorted.mistakes.push({ ...mistake, key: joined.slice(0, MAX_KEY_BYTES) });
      } else sorted.moreMistakes++;
    }
  }
  return sorted;
}

const tooMany = (count: number): Mistake => ({
  reason: `A message has at most ${MAX_KEYS} values: this one has ${count}.`,
  remedy: "Send the others in a second message.",
});

function wrongTime(ts: unknown): Mistake {
  const given = typeof ts === "number" ? quoted(String(ts)) : kindOf(ts);
  const remedy =
    "Send ts as a number of milliseconds since 1970, as a negative one before now, or leave it out.";
  return { reason: `ts is ${given}, not a number of milliseconds since 1970.`, remedy, key: "ts" };
}

function keyMistake(key: string): Mistake | null {
  if (KEY.test(key)) return null;
  const shown = { key: key.slice(0, MAX_KEY_BYTES) };
  if (key === "") return { reason: "A key is empty.", remedy: "Give each value a name.", ...shown };
  const remedy = `Use 1 to ${MAX_KEY_BYTES} of the characters A to Z, a to z, 0 to 9, _, - and the point.`;
  const [wrong] = /[^A-Za-z0-9_.-]/u.exec(key) ?? [];
  const reason =
    wrong === undefined
      ? `The key ${quoted(key)} has ${key.length} bytes: it has at most ${MAX_KEY_BYTES}.`
      : `The key ${quoted(key)} has ${wrong === " " ? "a space" : `the character ${quoted(wrong)}`}.`;
  return { reason, remedy, ...shown };
}

function valueMistake(key: string, value: unknown, isInside: boolean): Mistake | null {
  if (isValue(value)) return null;
  const name = quoted(key);
  if (typeof value === "number") {
    const reason = `${name} is a number beyond ${LARGEST}.`;
    return { reason, remedy: "Leave a key out while it has no number.", key };
  }
  if (typeof value === "string") {
    const reason = `${name} is a text of ${utf8Length(value)} bytes: a text has at most ${MAX_TEXT_BYTES}.`;
    return { reason, remedy: "Send a shorter text, or send it on a channel of its own.", key };
  }
  if (value === null) {
    return {
      reason: `${name} is null, which is no value.`,
      remedy: "Leave a key out while it has no value.",
      key,
    };
  }
  if (Array.isArray(value)) {
    return { reason: `${name} is a list.`, remedy: "Give each of its values a key of its own.", key };
  }
  const reason = isInside ? `${name} is an object inside another one.` : `${name} is an object.`;
  return { reason, remedy: `Objects go one level deep: give each of its values a key such as ${name}.`, key };
}

/**
 * Returns the values at the JSON Pointers of a channel's series (empty: the whole message), or the mistake when there is
 * none. Software sends some values in each message and others once a day: of several series, those that a message does
 * not have are no mistake.
 */
export function valuesAt(
  payload: Uint8Array,
  series: readonly { path: string; name: string }[],
): TelemetryMessage | Mistake {
  const message = jsonOf(payload);
  if (isMistake(message)) return { ...message, remedy: message.remedy ?? "Send JSON." };
  const values: TelemetryMessage["values"] = [];
  const mistakes: (Mistake & { isAbsent: boolean })[] = [];
  for (const { path, name } of series) {
    const found = atPointer(message.value, path);
    const read = found === undefined ? absent(path) : channelValue(found, path);
    if (isMistake(read)) mistakes.push({ ...read, isAbsent: found === undefined });
    else values.push([name, read.value]);
  }
  const first = values.length === 0 ? mistakes[0] : mistakes.find(({ isAbsent }) => !isAbsent);
  if (first === undefined) return { at: null, values };
  const { isAbsent: _, ...mistake } = first;
  return values.length === 0 ? mistake : { at: null, values, mistake };
}

const absent = (pointer: string): Mistake => ({
  reason: `The message has nothing at ${quoted(pointer)}, which the channel's series reads.`,
  remedy: "Send it, or change the path of the channel's series.",
  key: pointer,
});

function channelValue(found: unknown, pointer: string): { value: TelemetryValue } | Mistake {
  const value = numberIn(found);
  if (isValue(value)) return { value };
  const mistake = valueMistake(pointer, value, false);
  const isWhole = pointer === "";
  if (mistake === null || !isWhole) return mistake ?? { reason: "The message has no value.", remedy: null };
  const reason = `The message is ${kindOf(value)}, which the channel's series cannot store.`;
  return { reason, remedy: "Send a number, or set the path of the channel's series." };
}

/** The value at a JSON Pointer (RFC 6901; empty: all of it); undefined where it points to nothing. */
export function atPointer(value: unknown, pointer: string): unknown {
  let found = value;
  for (const step of pointer === "" ? [] : pointer.split("/").slice(1)) {
    // in this order: "~01" is "~1"
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** RFC 8259, section 6. Boards pad a number with spaces (dtostrf). */
const NUMBER = /^[\t\n\r ]*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?[\t\n\r ]*$/;

/**
 * A channel's series is declared as numbers with a unit, and much software writes them as text. A device's text stays
 * one: it may be a version or a code.
 */
function numberIn(value: unknown): unknown {
  const number = typeof value === "string" && NUMBER.test(value) ? Number(value) : Number.NaN;
  return Math.abs(number) <= LARGEST ? number : value;
}

export function jsonOf(payload: Uint8Array, maxBytes = MAX_BYTES): { value: unknown } | Mistake {
  if (payload.length > maxBytes) {
    const reason = `The message has ${payload.length} bytes: up to ${maxBytes} are read.`;
    return { reason, remedy: SHORTER };
  }
  const text = decodeUtf8(payload);
  if (text === null) return utf8Mistake(payload);
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return jsonMistake(text);
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isTime = (value: unknown): value is number => typeof value === "number" && Math.abs(value) < 8.64e15;

function isValue(value: unknown): value is TelemetryValue {
  if (typeof value === "number") return Math.abs(value) <= LARGEST;
  if (typeof value === "string") return utf8Length(value) <= MAX_TEXT_BYTES;
  return typeof value === "boolean";
}
