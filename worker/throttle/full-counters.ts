/**
 * Counters that were full when this isolate last asked. A refused call is counted by the other rules and withdrawn
 * again, so a flood of refused calls would cost more than accepted ones: it asks once a second.
 */

import { putNewest } from "../../broker/contract/bounded.ts";

/** How long a result is valid: another isolate may have withdrawn a call. Milliseconds. */
const BELIEVED = 1000;
/** Beyond this number the oldest are forgotten. */
const MAX_REMEMBERED = 4096;

const full = new Map<string, { until: number; heard: number }>();

/** The counter is full for this long. Milliseconds. */
export function rememberFull(key: string, waitMs: number, now: number): void {
  putNewest(full, key, { until: now + waitMs, heard: now }, MAX_REMEMBERED);
}

/** A call was withdrawn. */
export const forgetFull = (key: string): boolean => full.delete(key);

/** Milliseconds until all of these may have room, as far as is known; 0 when they must be asked. */
export const knownWait = (keys: readonly string[], now: number): number =>
  Math.max(0, ...keys.map((key) => waitOf(key, now)));

function waitOf(key: string, now: number): number {
  const known = full.get(key);
  if (known === undefined || now < known.heard || now >= known.heard + BELIEVED) return 0;
  return known.until - now;
}
