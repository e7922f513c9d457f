/** What is drawn of a series: a line that ends where nothing was measured. Pure. */

import { INTERVALS, type Point, usualInterval } from "../../devices/values.ts";
import { RESOLUTION_MS, type Resolution } from "./resolution.ts";

export interface Figures {
  resolution: Resolution;
  /** Oldest first: samples, or the average of each bucket at its beginning. */
  points: readonly Point[];
  /** The least and the most of each bucket; none for samples. */
  least: readonly Point[];
  most: readonly Point[];
}

/** One measured thing: a sample, or a bucket of them. */
export interface Figure {
  at: number;
  value: number;
  least: number;
  most: number;
}

/** Those that hold something, with the least and the most of each. */
export function figuresOf({ points, least, most }: Figures): Figure[] {
  const [lows, highs] = [new Map(least), new Map(most)];
  return points.flatMap(([at, value]) =>
    value === null ? [] : [{ at, value, least: lows.get(at) ?? value, most: highs.get(at) ?? value }],
  );
}

/** Columns of equal length: seconds since 1970, and what was measured then; null: a gap. */
export interface Drawn {
  times: number[];
  values: (number | null)[];
  least: (number | null)[];
  most: (number | null)[];
}

/**
 * A bucket stands in its middle, not where it begins: otherwise everything would seem to happen before its cause. The
 * line is cut where a value kept silent for longer than its habit: a slow one has empty buckets and no gap.
 */
export function drawnOf(figures: readonly Figure[], resolution: Resolution, end: number): Drawn {
  const bucket = RESOLUTION_MS[resolution];
  const usual = usualInterval(figures.map(({ at, value }) => [at, value])) ?? bucket;
  const longest = Math.max(usual, bucket) * INTERVALS;
  const drawn: Drawn = { times: [], values: [], least: [], most: [] };
  let before: number | null = null;
  for (const { at, value, least, most } of figures) {
    if (longest > 0 && before !== null && at - before > longest)
      push(drawn, (at + before) / 2, null, null, null);
    push(drawn, Math.min(at + bucket / 2, Math.max(at, end)), value, least, most);
    before = at;
  }
  return drawn;
}

type Value = number | null;

function push(drawn: Drawn, at: number, value: Value, least: Value, most: Value): void {
  drawn.times.push(at / 1_000);
  drawn.values.push(value);
  drawn.least.push(least);
  drawn.most.push(most);
}

/** What stands alone between two gaps is no line, and would not be seen without a point. */
export function alone(values: readonly (number | null)[]): number[] {
  const empty = (at: number) => (values[at] ?? null) === null;
  return values.flatMap((value, at) => (value !== null && empty(at - 1) && empty(at + 1) ? [at] : []));
}
