/**
 * Hashing a password keeps an isolate busy for a fifth of a second. So one is hashed after the other, with air
 * between them for whatever waits meanwhile: a crowd at the door is slow for itself, and not for those inside.
 *
 * Addresses take turns: of a hundred that come from one place, one is served before the one that comes from another.
 * Known clients (a browser that logged in before, a session) are served before strangers, and strangers that wait for each
 * other take at most half of the time, so that guesses from sixty addresses keep neither a login nor the API waiting.
 *
 * No promise of one call is awaited by another, because the runtime would not wake it: who waits looks again.
 */

/** What a hash may take on a crowded machine; one that was cut off must not keep the place for ever. Milliseconds. */
const LONGEST_WORK = 5000;
/** Between two rounds of one hash, and between two hashes: a message comes through in it. */
const AIR = 4;
/** Sixty that look every moment are work of their own, and a hash takes longer than this. */
const LOOK_AGAIN = 200;
/** So many at the head of the queue look as soon as there is air. */
const ABOUT_TO = 3;
/** Who has not looked for so long has gone away, and keeps nobody waiting. */
const GONE = 500;
/** Nobody waits longer: a caller would be gone before. Milliseconds. */
export const LONGEST_WAIT = 60_000;
/** Waiting from one address: as many as may log in within a minute. More are sent away before anything is done for them. */
const MAX_WAITING = 60;

export interface Client {
  address: string;
  /** It has logged in to this account before, or has a session of it. */
  isKnown: boolean;
}

/** A place in the queue: of the first of each address, then of the second of each, and so on. */
interface Place {
  address: string;
  isKnown: boolean;
  round: number;
  seen: number;
}

/** Nobody begins before this. */
let free = 0;
/** No stranger begins before this. */
let freeForStrangers = 0;
let queue: Place[] = [];
let round = 0;

/** Null, and nothing was done, when too many wait at this address or the turn did not come in time. */
export async function inTurn<T>({ address, isKnown }: Client, work: () => Promise<T>): Promise<T | null> {
  const place = enter(address, isKnown);
  const mine = place === null ? null : await comesUp(place);
  if (mine === null) return null;
  const begun = performance.now();
  try {
    return await work();
  } finally {
    // The clock stands still while an isolate computes: only waiting lets the others in. Whoever came meanwhile is not
    // counted before its turn of the event loop.
    await pause(0);
    if (queue.length > 0) await pause(AIR);
    const now = performance.now();
    const isCrowded = queue.some((other) => !other.isKnown);
    if (!isKnown) freeForStrangers = isCrowded ? now + Math.min(now - begun, LONGEST_WORK) : 0;
    if (free === mine) free = 0;
  }
}

function enter(address: string, isKnown: boolean): Place | null {
  const before = queue.filter((place) => place.address === address);
  if (before.length >= MAX_WAITING) return null;
  const place = { address, isKnown, round: (before.at(-1)?.round ?? round) + 1, seen: performance.now() };
  takePlace(place);
  return place;
}

/** Behind all of its round; known clients before strangers. */
function takePlace(place: Place): void {
  const behind = queue.findIndex((other) =>
    other.isKnown === place.isKnown ? other.round > place.round : place.isKnown,
  );
  queue.splice(behind < 0 ? queue.length : behind, 0, place);
}

/** Waits until it is served, and takes the hasher: until when, or null when it took too long. */
async function comesUp(place: Place): Promise<number | null> {
  const begun = performance.now();
  try {
    for (;;) {
      const now = performance.now();
      look(place, now);
      if (queue[0] === place && now >= (place.isKnown ? free : Math.max(free, freeForStrangers))) {
        round = place.round;
        free = now + LONGEST_WORK;
        return free;
      }
      if (now - begun > LONGEST_WAIT) return null;
      await pause(queue.indexOf(place) < ABOUT_TO ? AIR : LOOK_AGAIN);
    }
  } finally {
    queue = queue.filter((other) => other !== place);
  }
}

/** Those who do not look any more leave; one that only came late takes its place again. */
function look(place: Place, now: number): void {
  place.seen = now;
  if (!queue.includes(place)) takePlace(place);
  queue = queue.filter((other) => now - other.seen < GONE);
}

/** Whatever waits meanwhile is done: it comes in with the first turn of the event loop, and goes on in those behind it. */
export async function air(): Promise<void> {
  await pause(0);
  await pause(AIR);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
