/**
 * The queue for password hashing. A hash occupies an isolate for a fifth of a second, so they run one after the other,
 * with pauses for other work: many logins delay each other, and not the API.
 *
 * Addresses take turns: of a hundred logins from one address, one runs before that of another address. Known clients (a
 * browser that has logged in before, a session) come before strangers, and strangers take at most half of the time, so
 * that guesses from sixty addresses delay neither logins nor the API.
 *
 * No call awaits a promise of another call, because the runtime would not wake it: waiting calls poll.
 */

/** Longest hash on a busy machine; an aborted one must not hold the place for ever. Milliseconds. */
const LONGEST_WORK = 5000;
/** Pause between two rounds of one hash, and between two hashes. Milliseconds. */
const AIR = 4;
/** Polling interval: sixty calls that poll at every moment are work, too. Milliseconds. */
const LOOK_AGAIN = 200;
/** This many at the head of the queue poll at each pause. */
const ABOUT_TO = 3;
/** A call that has not polled for this long is gone. Milliseconds. */
const GONE = 500;
/** Longest wait: a caller would be gone before. Milliseconds. */
export const LONGEST_WAIT = 60_000;
/** Waiting calls per address: as many as may log in within a minute. More are refused before any work. */
const MAX_WAITING = 60;

export interface Client {
  address: string;
  /** It has logged in to this account before, or has a session. */
  isKnown: boolean;
}

/** A place in the queue: the first of each address, then the second of each, and so on. */
interface Place {
  address: string;
  isKnown: boolean;
  round: number;
  seen: number;
}

let free = 0;
/** No stranger's hash starts before this time. */
let freeForStrangers = 0;
let queue: Place[] = [];
let round = 0;

/** Returns null without doing the work when too many wait at this address, or the turn did not come in time. */
export async function inTurn<T>({ address, isKnown }: Client, work: () => Promise<T>): Promise<T | null> {
  const place = enter(address, isKnown);
  const mine = place === null ? null : await comesUp(place);
  if (mine === null) return null;
  const begun = performance.now();
  try {
    return await work();
  } finally {
    // The clock stands still while an isolate computes: only waiting lets other calls in.
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

/** Appends it to its round; known clients before strangers. */
function takePlace(place: Place): void {
  const behind = queue.findIndex((other) =>
    other.isKnown === place.isKnown ? other.round > place.round : place.isKnown,
  );
  queue.splice(behind < 0 ? queue.length : behind, 0, place);
}

/** Waits for its turn and takes the hasher. Returns until when, or null after `LONGEST_WAIT`. */
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

/** Removes calls that stopped polling; a call that was only late takes its place again. */
function look(place: Place, now: number): void {
  place.seen = now;
  if (!queue.includes(place)) takePlace(place);
  queue = queue.filter((other) => now - other.seen < GONE);
}

/** Lets waiting work run: it starts in the first turn of the event loop and continues in the following ones. */
export async function air(): Promise<void> {
  await pause(0);
  await pause(AIR);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
