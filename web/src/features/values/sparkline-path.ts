/** A series as the path of a small drawing. Pure. */

import type { Stretch } from "../../devices/bands.ts";
import type { Drawn } from "./gaps.ts";

const round = (n: number): number => Math.round(n * 100) / 100;

export interface Spark {
  /** In a square of 100 by 100. */
  path: string;
  /** Where the last one is, in the same. */
  last: { x: number; y: number };
}

/** Null where there is nothing to be drawn. It begins with the first that is known. */
export function sparkOf({ times, values }: Drawn, { from, to }: Stretch): Spark | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const start = Math.max(from, (times[0] ?? 0) * 1_000);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (at: number) => round(((at * 1_000 - start) / Math.max(to - start, 1)) * 100);
  // What never changes is a line in the middle.
  const y = (value: number) => (high === low ? 50 : round(100 - ((value - low) / (high - low)) * 100));
  let path = "";
  let last = { x: 0, y: 0 };
  let isDrawing = false;
  for (const [index, value] of values.entries()) {
    if (value !== null) {
      last = { x: x(times[index] ?? 0), y: y(value) };
      path += `${isDrawing ? "L" : "M"}${last.x} ${last.y}`;
    }
    isDrawing = value !== null;
  }
  return { path, last };
}
