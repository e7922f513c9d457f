/** The usual interval of a series, and the silence after which its value is overdue. */

import type { Sample } from "./samples.ts";

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
