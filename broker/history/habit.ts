/** How often a value usually comes, and after how long a silence it is overdue. */

import type { Sample } from "./samples.ts";

const MIN_DISTANCES = 2;
const INTERVALS = 3;

/** The median distance of samples in order of time, in milliseconds; null where there are too few. */
export function usualInterval(samples: readonly Sample[]): number | null {
  const distances = samples
    .slice(1)
    .map(({ at }, n) => at - (samples[n] as Sample).at)
    .filter((distance) => distance > 0)
    .sort((a, b) => a - b);
  return distances.length < MIN_DISTANCES ? null : (distances[Math.floor(distances.length / 2)] ?? null);
}

/** Seconds. Coarse, so that an announcement does not change with every change of a habit. */
const STEPS = [60, 300, 900, 1800, 3600, 10_800, 43_200, 86_400, 259_200, 604_800];

/** Seconds of silence after which a value is overdue; null where its habit is not known, or slower than any step. */
export const expireAfter = (usualMs: number | null): number | null =>
  usualMs === null ? null : (STEPS.find((step) => step * 1000 >= INTERVALS * usualMs) ?? null);
