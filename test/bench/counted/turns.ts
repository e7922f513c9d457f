/**
 * Durations of objects' turns: all work of a frame, an alarm or a timer until it yields. Local clocks move
 * within a turn, unlike the platform's.
 */

type Cause = "frame" | "alarm" | "timer";

let turns: Record<Cause, number[]> = { frame: [], alarm: [], timer: [] };

/** Turns since the last call, in milliseconds. */
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
