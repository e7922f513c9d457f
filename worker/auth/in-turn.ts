/**
 * Hashing a password keeps an isolate busy for a tenth of a second. So one is hashed after the other, with air
 * between them for whatever waits meanwhile: a crowd at the door is slow for itself, and not for those inside.
 *
 * No promise of one call is awaited by another, because the runtime would not wake it: who waits looks again.
 */

/** What a hash may take on a crowded machine; one that was cut off must not keep the place for ever. Milliseconds. */
const LONGEST_WORK = 5000;
/** Between two hashes, and between two rounds of one. */
const AIR = 5;
const LOOK_AGAIN = 50;
/** Nobody waits longer: a caller would be gone before. */
const PATIENCE = 60_000;

/** Nobody begins before this. */
let free = 0;
/** Of them some may have gone away: then there is air for nobody. */
let waiting = 0;

/** Null, and nothing was done, when the turn did not come in time. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T | null> {
  const begun = performance.now();
  waiting++;
  while (performance.now() < free && performance.now() - begun <= PATIENCE) await pause(LOOK_AGAIN);
  waiting--;
  if (performance.now() < free) return null;
  const mine = performance.now() + LONGEST_WORK;
  free = mine;
  try {
    return await work();
  } finally {
    // The clock stands still while an isolate computes: only waiting lets the others in. Whoever came meanwhile is not
    // counted before its turn of the event loop.
    await pause(0);
    if (waiting > 0) await pause(AIR);
    if (free === mine) free = 0;
  }
}

/** Whatever waits meanwhile is done. */
export const air = (): Promise<unknown> => pause(AIR);

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
