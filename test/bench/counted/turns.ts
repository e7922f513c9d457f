/**
 * How long turns of objects take: whatever a frame, an alarm or a timer sets off until it gives way. Clocks move within a
 * turn here, as they do not at the edge.
 */

type Cause = "frame" | "alarm" | "timer";

let turns: Record<Cause, number[]> = { frame: [], alarm: [], timer: [] };

/** Those since it was asked last, in milliseconds. */
export function takeTurns(): typeof turns {
  const taken = turns;
  turns = { frame: [], alarm: [], timer: [] };
  return taken;
}

export function timed<T>(cause: Cause, turn: () => T): T {
  const began = performance.now();
  try {
    return turn();
  } finally {
    turns[cause].push(performance.now() - began);
  }
}

const { setTimeout: untimed } = globalThis;
globalThis.setTimeout = ((work: () => void, ms?: number) =>
  untimed(() => timed("timer", work), ms)) as typeof globalThis.setTimeout;
