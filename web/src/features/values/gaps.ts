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

export interface Figure {
  at: number;
  value: number;
  least: number;
  most: number;
}

export function figuresOf({ points, least, most }: Figures): Figure[] {
  const [lows, highs] = [new Map(least), new Map(most)];
  return points.flatMap(([at, value]) =>
    value === null ? [] : [{ at, value, least: lows.get(at) ?? value, most: highs.get(at) ?? value }],
  );
}

export interface Drawn {
  /** Seconds since 1970. */
  times: number[];
  /** What was measured then; null: a gap. */
  figures: (Figure | null)[];
}

/**
 * A bucket stands in its middle, not where it begins: otherwise everything would seem to happen before its cause. The
 * line is cut where a value kept silent for longer than its habit: a slow one has empty buckets and no gap.
 */
export function drawnOf(figures: readonly Figure[], resolution: Resolution, end: number): Drawn {
  const bucket = RESOLUTION_MS[resolution];
  const usual = usualInterval(figures.map(({ at, value }) => [at, value])) ?? bucket;
  const longest = Math.max(usual, bucket) * INTERVALS;
  const drawn: Drawn = { times: [], figures: [] };
  const push = (at: number, figure: Figure | null) => {
    drawn.times.push(at / 1_000);
    drawn.figures.push(figure);
  };
  let before: number | null = null;
  for (const figure of figures) {
    const { at } = figure;
    if (longest > 0 && before !== null && at - before > longest) push((at + before) / 2, null);
    push(Math.min(at + bucket / 2, Math.max(at, end)), figure);
    before = at;
  }
  return drawn;
}

/** What stands alone between two gaps is no line, and would not be seen without a point. */
export const alone = (figures: readonly unknown[]): number[] =>
  figures.flatMap((figure, at) =>
    figure !== null && (figures[at - 1] ?? null) === null && (figures[at + 1] ?? null) === null ? [at] : [],
  );
