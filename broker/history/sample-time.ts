/** At which times a sample may be stored, and the times of samples that have none. */

import { RETENTION_MS } from "../contract/limits.ts";
import type { Mistake } from "../contract/mistake.ts";

/** How far ahead a device's clock, or the last time that was given, may be. Milliseconds. */
export const AHEAD = 600_000;

/** How long a time is remembered after it has passed: a clock is set back by less, and no time is given twice. Milliseconds. */
const REMEMBERED = 60_000;

/** A distinct time each for the samples of a source that arrive together. */
export class SampleTimes {
  /** The last time given to each source, and the last of all. Milliseconds since 1970. */
  readonly #given = new Map<string, number>();
  #newest = 0;

  /** Sources whose last time may still decide the next one. */
  get size(): number {
    return this.#given.size;
  }

  next(source: string, now: number): number {
    if (now > this.#newest + REMEMBERED) this.#given.clear();
    const after = (this.#given.get(source) ?? 0) + 1;
    const at = after > now + AHEAD ? now : Math.max(now, after);
    this.#given.set(source, at);
    this.#newest = Math.max(at, Math.min(this.#newest, now + AHEAD));
    return at;
  }
}

const TIME_REMEDY =
  "Set the device's clock, send ts in milliseconds since 1970, as a negative number of milliseconds before now, or leave it out.";

/** Null for a time at which a sample may be stored. */
export function timeMistake({ at }: { at: number | null }, now: number): Mistake | null {
  if (at === null) return null;
  if (at > now + AHEAD) {
    return {
      reason: "ts is more than ten minutes ahead of the broker's clock.",
      remedy: TIME_REMEDY,
      key: "ts",
    };
  }
  return isTooOld({ at }, now)
    ? {
        reason: "ts is more than two years ago, longer than values are stored.",
        remedy: TIME_REMEDY,
        key: "ts",
      }
    : null;
}

export const isTooOld = ({ at }: { at: number | null }, now: number): boolean =>
  at !== null && at < now - RETENTION_MS.hours;

/** Whether a sample is that old that it says nothing about the present. The same time by which clocks may be wrong. */
export const isLongAgo = (at: number, now: number): boolean => at < now - AHEAD;
