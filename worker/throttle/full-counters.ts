/**
 * Counters that were full when this isolate last asked. A call that one of them refuses is recorded by the others and
 * withdrawn again, so a flood of refused calls would cost more than one that is let in: it asks once a second.
 */

/** What was heard is believed so long: another isolate may have given a place back. Milliseconds. */
const BELIEVED = 1000;
/** Forgotten beyond this, all at once. */
const MAX_REMEMBERED = 4096;

const full = new Map<string, { until: number; heard: number }>();

/** It has no place for so long. Milliseconds. */
export function rememberFull(key: string, waitMs: number, now: number): void {
  if (full.size >= MAX_REMEMBERED) full.clear();
  full.set(key, { until: now + waitMs, heard: now });
}

/** A place was given back. */
export const forgetFull = (key: string): boolean => full.delete(key);

/** Milliseconds until all of these may have a place, as far as is known; 0 where they must be asked. */
export const knownWait = (keys: readonly string[], now: number): number =>
  Math.max(0, ...keys.map((key) => waitOf(key, now)));

function waitOf(key: string, now: number): number {
  const known = full.get(key);
  if (known === undefined || now < known.heard || now >= known.heard + BELIEVED) return 0;
  return known.until - now;
}
