/** Samples and buckets of samples in order of time, and their packed form. */

import { ByteReader } from "./bytes.ts";
import { bytesOf, readNumbers, readTimes, writeNumbers, writeTimes } from "./columns.ts";

/** Milliseconds since 1970. */
export interface Sample {
  at: number;
  value: number;
}

/** All samples of the minute or hour that begins at `at`. Averages are `sum / count` over all combined parts. */
export interface Bucket {
  at: number;
  count: number;
  min: number;
  max: number;
  sum: number;
  last: number;
}

export const packSamples = (samples: readonly Sample[]): Uint8Array =>
  bytesOf((to) => {
    to.unsigned(samples.length);
    const times = samples.map(({ at }) => at);
    writeTimes(to, times);
    const values = samples.map(({ value }) => value);
    writeNumbers(to, values);
  });

export function unpackSamples(bytes: Uint8Array): Sample[] {
  const from = new ByteReader(bytes);
  const count = from.unsigned();
  const times = readTimes(from, count);
  const values = readNumbers(from, count);
  return times.map((at, n) => ({ at, value: values[n] as number }));
}

const COLUMNS = ["count", "min", "max", "sum", "last"] as const;

export const packBuckets = (buckets: readonly Bucket[]): Uint8Array =>
  bytesOf((to) => {
    to.unsigned(buckets.length);
    const times = buckets.map(({ at }) => at);
    writeTimes(to, times);
    for (const column of COLUMNS) {
      const numbers = buckets.map((bucket) => bucket[column]);
      writeNumbers(to, numbers);
    }
  });

export function unpackBuckets(bytes: Uint8Array): Bucket[] {
  const from = new ByteReader(bytes);
  const length = from.unsigned();
  const times = readTimes(from, length);
  const [count, min, max, sum, last] = COLUMNS.map(() => readNumbers(from, length));
  const of = (column: number[] | undefined, n: number): number => column?.[n] as number;
  return times.map((at, n) => ({
    at,
    count: of(count, n),
    min: of(min, n),
    max: of(max, n),
    sum: of(sum, n),
    last: of(last, n),
  }));
}

/** Merges two lists in order of time; of equal times the fresh item stays. */
export function merged<T extends { at: number }>(kept: readonly T[], fresh: readonly T[]): T[] {
  const all: T[] = [];
  let at = 0;
  for (const each of fresh) {
    while (at < kept.length && (kept[at] as T).at < each.at) all.push(kept[at++] as T);
    if (at < kept.length && (kept[at] as T).at === each.at) at++;
    all.push(each);
  }
  while (at < kept.length) all.push(kept[at++] as T);
  return all;
}

/** Sorts by time; of equal times the last item stays. */
export function ordered<T extends { at: number }>(items: readonly T[]): T[] {
  const inOrder = items.every((each, n) => n === 0 || (items[n - 1] as T).at < each.at);
  if (inOrder) return [...items];
  const byTime = new Map(items.map((each) => [each.at, each]));
  return [...byTime.values()].sort((a, b) => a.at - b.at);
}

export const within = <T extends { at: number }>(items: readonly T[], from: number, to: number): T[] =>
  items.filter(({ at }) => at >= from && at < to);

export const beginning = (at: number, width: number): number => Math.floor(at / width) * width;

export const bucketOf = ({ value }: Sample): Omit<Bucket, "at"> => ({
  count: 1,
  min: value,
  max: value,
  sum: value,
  last: value,
});

/** Combines samples or narrower buckets, given in order of time. */
export function bucketsOf(parts: readonly (Sample | Bucket)[], width: number): Bucket[] {
  const buckets: Bucket[] = [];
  for (const part of parts) {
    const at = beginning(part.at, width);
    const open = buckets.at(-1);
    if (open?.at !== at) buckets.push("value" in part ? { ...bucketOf(part), at } : { ...part, at });
    else if ("value" in part) addSample(open, part.value);
    else addBucket(open, part);
  }
  return buckets;
}

function addSample(to: Bucket, value: number): void {
  to.count++;
  to.min = Math.min(to.min, value);
  to.max = Math.max(to.max, value);
  to.sum += value;
  to.last = value;
}

function addBucket(to: Bucket, own: Bucket): void {
  to.count += own.count;
  to.min = Math.min(to.min, own.min);
  to.max = Math.max(to.max, own.max);
  to.sum += own.sum;
  to.last = own.last;
}

// The usual interval of a series, and the silence after which its value is overdue.

const MIN_DISTANCES = 2;
const INTERVALS = 3;

/** Returns the median distance of samples in order of time, in milliseconds; null for too few samples. */
export function usualInterval(samples: readonly Sample[]): number | null {
  const distances = samples
    .slice(1)
    .map(({ at }, n) => at - (samples[n] as Sample).at)
    .filter((distance) => distance > 0)
    .sort((a, b) => a - b);
  return distances.length < MIN_DISTANCES ? null : (distances[Math.floor(distances.length / 2)] ?? null);
}

/** Seconds. Coarse steps, so that a slightly different interval does not change the announcement to Home Assistant. */
const STEPS = [60, 300, 900, 1800, 3600, 10_800, 43_200, 86_400, 259_200, 604_800];

/**
 * Returns the seconds of silence after which a value is overdue; null for an unknown interval, or one above all steps.
 */
export const expireAfter = (usualMs: number | null): number | null =>
  usualMs === null ? null : (STEPS.find((step) => step * 1000 >= INTERVALS * usualMs) ?? null);
