/**
 * How long turns of objects take: whatever a frame, an alarm or a timer sets off until it gives way. Clocks move within a
 * turn here, as they do not at the edge.
 */

let longest = 0;

/** The longest one since it was asked last. Milliseconds. */
export function longestTurn(): number {
  const ms = longest;
  longest = 0;
  return ms;
}

export function timed<T>(turn: () => T): T {
  const began = performance.now();
  try {
    return turn();
  } finally {
    longest = Math.max(longest, performance.now() - began);
  }
}

const { setTimeout: untimed } = globalThis;
globalThis.setTimeout = ((work: () => void, ms?: number) =>
  untimed(() => timed(work), ms)) as typeof globalThis.setTimeout;
