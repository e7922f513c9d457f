/** The line of a series, with gaps. Pure. */

import type { Stretch } from "../bands.ts";
import { INTERVALS, usualInterval, type ValuePoint } from "../values.ts";
import { RESOLUTION_MS, type SeriesResolution } from "./resolution.ts";

export interface Figures {
  resolution: SeriesResolution;
  /** Oldest first: samples, or each bucket's average at its start. */
  points: readonly ValuePoint[];
  /** Minimum and maximum of each bucket; none for samples. */
  least: readonly ValuePoint[];
  most: readonly ValuePoint[];
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

/** With samples that were received since the answer. */
export const figuresWith = (figures: Figures, samples: readonly ValuePoint[]): Figure[] =>
  figuresOf({ ...figures, points: [...figures.points, ...samples] });

/** The lowest and the highest measured value; null without any. Averages have no part in it. */
export function extremesOf(figures: readonly Figure[]): { least: number; most: number } | null {
  if (figures.length === 0) return null;
  return figures.reduce(
    (found, { least, most }) => ({
      least: Math.min(found.least, least),
      most: Math.max(found.most, most),
    }),
    { least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY },
  );
}

export interface Drawn {
  /** Seconds since 1970. */
  times: number[];
  /** Null marks a gap. */
  figures: (Figure | null)[];
}

/**
 * A bucket is drawn at its middle, because at its start it would seem to precede its cause. The line is cut where a
 * value was silent for longer than usual; empty buckets of a slow value are no gap.
 */
export function drawnOf(figures: readonly Figure[], resolution: SeriesResolution, end: number): Drawn {
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

/** The shortest range that is begun later. */
const LEAST_MS = 300_000;

/**
 * Begins a range shortly before its first value if that is in its second half: otherwise the line of a new device is a
 * needle at the edge.
 */
export function withoutLead(points: readonly ValuePoint[], { from, to }: Stretch): Stretch {
  const first = points.find(([, value]) => value !== null)?.[0] ?? from;
  if (first - from < (to - from) / 2) return { from, to };
  return { from: Math.max(from, to - Math.max((to - first) * 1.05, LEAST_MS)), to };
}

/** A single point between two gaps is drawn as a dot, because it has no line. */
export function alone(figures: readonly unknown[]): number[] {
  // Undefined where only the other line of the chart has a point.
  const there = figures.flatMap((figure, at) => (figure === undefined ? [] : [at]));
  const isGap = (at: number | undefined) => at === undefined || figures[at] === null;
  return there.filter((at, index) => !isGap(at) && isGap(there[index - 1]) && isGap(there[index + 1]));
}

export function closest(figures: readonly Figure[], moment: number): Figure | null {
  let found: Figure | null = null;
  for (const figure of figures) {
    if (found === null || Math.abs(figure.at - moment) < Math.abs(found.at - moment)) found = figure;
  }
  return found;
}
