/**
 * Many samples in one message: a list of the objects that a device otherwise sends one by one, in any order. A wrong
 * entry leaves the others as they are.
 */

import { BROKER_LIMITS } from "../contract/limits.ts";
import { isMistake, kindOf, type Mistake } from "../contract/mistake.ts";
import { isObject, jsonOf, readingOf, type TelemetryMessage, type TelemetryValue } from "./readings.ts";
import { isLongAgo, timeMistake } from "./sample-time.ts";

export interface ListEntry extends TelemetryMessage {
  /** Its place in the list, from 0. */
  index: number;
}

export interface EntryMistake extends Mistake {
  index: number;
}

export interface SampleList {
  /** Of the list, wrong entries included. */
  count: number;
  /** In the order of their times; entries without one have the time of arrival. */
  entries: readonly ListEntry[];
  refused: readonly EntryMistake[];
}

/** A value of a list at its time. `isPast`: it says nothing about the present. */
export interface TimedValue {
  value: TelemetryValue;
  /** Milliseconds since 1970. */
  at: number;
  isPast: boolean;
}

/** Bytes of a list, which is read as a whole. */
const MAX_LIST_BYTES = 262_144;
const EXAMPLE = 'Send a list of objects, such as [{"ts":-60000,"temperature":21.5},{"temperature":21.6}].';

/** `most`: the entries of a list; 0 for any number. `now`: the arrival, in milliseconds since 1970. */
interface Arrival {
  now: number;
  most: number;
}

export function sampleListOf(payload: Uint8Array, { now, most }: Arrival): SampleList | Mistake {
  const json = jsonOf(payload, MAX_LIST_BYTES);
  if (isMistake(json)) return { ...json, remedy: json.remedy ?? EXAMPLE };
  const list = json.value as unknown[];
  return countMistake(list.length, most) ?? sortedBy(list, now, (entry) => readingOf(entry, now));
}

export function countMistake(count: number, most: number): Mistake | null {
  if (count > 0 && (count <= most || most === 0)) return null;
  const reason = BROKER_LIMITS.MAX_SAMPLES_A_MESSAGE.mqtt.words(most, count);
  return { reason, remedy: count === 0 ? EXAMPLE : "Send the samples in several messages." };
}

/** `read` returns the values of an entry, or why it has none. */
export function sortedBy<Entry extends TelemetryMessage>(
  list: readonly unknown[],
  now: number,
  read: (entry: Record<string, unknown>, index: number) => Entry | Mistake,
): { count: number; entries: (Entry & { index: number })[]; refused: EntryMistake[] } {
  const entries: (Entry & { index: number })[] = [];
  const refused: EntryMistake[] = [];
  for (const [index, each] of list.entries()) {
    const entry = isObject(each) ? read(each, index) : noObject(each);
    const mistake = isMistake(entry) ? entry : timeMistake(entry, now);
    if (mistake !== null) refused.push({ ...mistake, index });
    else if (!isMistake(entry)) entries.push({ ...entry, index });
  }
  // stable: of equal times the last of the list counts
  entries.sort((a, b) => (a.at ?? now) - (b.at ?? now));
  return { count: list.length, entries, refused };
}

const noObject = (entry: unknown): Mistake => ({
  reason: `It is ${kindOf(entry)}, not an object.`,
  remedy: EXAMPLE,
});

/** One mistake for all wrong entries: the first, and how many there are. */
export function listMistake(refused: readonly EntryMistake[], count: number): Mistake | null {
  const indexes = new Set(refused.map(({ index }) => index));
  const [first, ...others] = refused;
  if (first === undefined) return null;
  const { index, reason, remedy, key } = others.reduce((a, b) => (b.index < a.index ? b : a), first);
  const words = `Of ${count} samples in the list ${indexes.size} cannot be stored, the first with the index ${index}: ${reason}`;
  return { reason: words, remedy, ...(key !== undefined && { key }) };
}

/** The values of each key in the order of their times. Only the newest of a key, if it is young, is its present value. */
export function timedValues(entries: readonly TelemetryMessage[], now: number): Map<string, TimedValue[]> {
  const byKey = new Map<string, TimedValue[]>();
  for (const { at, values } of entries) {
    for (const [key, value] of values) {
      const timed = { value, at: at ?? now, isPast: at !== null && isLongAgo(at, now) };
      const before = byKey.get(key);
      if (before === undefined) byKey.set(key, [timed]);
      else {
        (before.at(-1) as TimedValue).isPast = true;
        before.push(timed);
      }
    }
  }
  return byKey;
}
