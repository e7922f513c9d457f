/** Samples and buckets of samples in order of time, and their packed form. */

import { ByteReader } from "./bytes.ts";
import { bytesOf, readNumbers, readTimes, writeNumbers, writeTimes } from "./columns.ts";
import { extend, impliedSpan, joinedSpans, type SampleSpan, spanOf } from "./span.ts";

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
  /** Absent in a bucket of an earlier release. */
  span?: SampleSpan;
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
    if (!buckets.some(({ span }) => span !== undefined)) return;
    for (const column of SPAN_COLUMNS) {
      const numbers = buckets.map((bucket) => column.of(bucket, bucket.span ?? impliedSpan(bucket)));
      const isImplied = buckets.every((bucket, n) => column.implied(bucket) === numbers[n]);
      to.unsigned(isImplied ? 0 : 1);
      if (!isImplied) writeNumbers(to, numbers);
    }
  });

interface SpanColumn {
  of(bucket: Bucket, span: SampleSpan): number;
  /** A column of these numbers is left out: of buckets with one sample, or of a value that grows, most columns are. */
  implied(bucket: Bucket): number;
}

/** Behind the other columns. Blocks of an earlier release have none of them. */
const SPAN_COLUMNS: readonly SpanColumn[] = [
  { of: ({ at }, { firstAt }) => firstAt - at, implied: () => 0 },
  { of: (_, { firstAt, endAt }) => endAt - firstAt, implied: () => 0 },
  { of: (_, { first }) => first, implied: ({ min }) => min },
  // `last` is another value where a late sample was added behind the others
  { of: (_, { end }) => end, implied: ({ last }) => last },
  { of: (_, { fallen }) => fallen, implied: () => 0 },
];

export function unpackBuckets(bytes: Uint8Array): Bucket[] {
  const from = new ByteReader(bytes);
  const length = from.unsigned();
  const times = readTimes(from, length);
  const [count, min, max, sum, last] = COLUMNS.map(() => readNumbers(from, length));
  const of = (column: number[] | undefined, n: number): number => column?.[n] as number;
  const buckets = times.map(
    (at, n): Bucket => ({
      at,
      count: of(count, n),
      min: of(min, n),
      max: of(max, n),
      sum: of(sum, n),
      last: of(last, n),
    }),
  );
  return from.done ? buckets : withSpans(buckets, from);
}

function withSpans(buckets: readonly Bucket[], from: ByteReader): Bucket[] {
  const columns = SPAN_COLUMNS.map(({ implied }) =>
    from.unsigned() === 0 ? buckets.map(implied) : readNumbers(from, buckets.length),
  );
  return buckets.map((bucket, n) => {
    const [after = 0, lasts = 0, first = 0, end = 0, fallen = 0] = columns.map((column) => column[n] ?? 0);
    const firstAt = bucket.at + after;
    return { ...bucket, span: { firstAt, endAt: firstAt + lasts, first, end, fallen } };
  });
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
    if (open?.at !== at) buckets.push("value" in part ? ofSample(part, at) : ofBucket(part, at));
    else if ("value" in part) addSample(open, part);
    else addBucket(open, part);
  }
  return buckets;
}

const ofSample = (sample: Sample, at: number): Bucket => ({
  ...bucketOf(sample),
  at,
  span: spanOf(sample.at, sample.value),
});

/** A copy, to which others are added. */
const ofBucket = (bucket: Bucket, at: number): Bucket => ({
  ...bucket,
  at,
  span: { ...(bucket.span ?? impliedSpan(bucket)) },
});

function addSample(to: Bucket, { at, value }: Sample): void {
  to.span ??= impliedSpan(to);
  extend(to.span, at, value);
  to.count++;
  to.min = Math.min(to.min, value);
  to.max = Math.max(to.max, value);
  to.sum += value;
  to.last = value;
}

function addBucket(to: Bucket, own: Bucket): void {
  to.span = joinedSpans(to.span ?? impliedSpan(to), own.span ?? impliedSpan(own));
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
