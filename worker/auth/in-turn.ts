/**
 * Hashing a password keeps an isolate from all else for a tenth of a second. So one is hashed after the other, with air
 * between them for whatever waits meanwhile: a crowd at the door is slow for itself, and not for those inside.
 */

/** A hash and the air behind it. Milliseconds. */
const PLACE = 130;
/** Nobody waits longer: a caller would be gone before. */
const LONGEST_QUEUE = 15_000;

/** Until then places are taken. No promise of one call is awaited by another: the runtime would not wake it. */
let taken = 0;

/** Null, and nothing was done, where the queue is too long. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T | null> {
  const now = Date.now();
  const begins = Math.max(now, taken);
  if (begins - now > LONGEST_QUEUE) return null;
  const ends = begins + PLACE;
  taken = ends;
  if (begins > now) await new Promise((resolve) => setTimeout(resolve, begins - now));
  try {
    return await work();
  } finally {
    // nobody stands behind: the next one need not wait for the air
    if (taken === ends) taken = 0;
  }
}
