/** The last day of a value as a small line. Pure. */

import type { LastValue } from "../../../../worker/contract/series.ts";
import type { Stretch } from "../bands.ts";
import type { Drawn } from "./gaps.ts";

/** Texts are stored without history. */
export const isCharted = ({ value }: Pick<LastValue, "value">): boolean => typeof value !== "string";

const round = (n: number): number => Math.round(n * 100) / 100;

export interface Spark {
  path: string;
  /** The last value, and each single value between two gaps, which has no line. In percent. */
  dots: { x: number; y: number }[];
}

/** Points of a sparkline: more would only make its line thick. */
const PLACES = 60;

interface Place {
  x: number;
  value: number;
}

function runsOf({ times, figures }: Drawn, share: (time: number) => number): Place[][] {
  const runs: Place[][] = [];
  let run: Place[] = [];
  let count = 0;
  for (const [index, figure] of figures.entries()) {
    if (!figure) run = [];
    if (!figure) continue;
    if (run.length === 0) runs.push(run);
    const x =
      figures.length > PLACES
        ? Math.round(share(times[index] ?? 0) * PLACES) / PLACES
        : share(times[index] ?? 0);
    const last = run.at(-1);
    count = last?.x === x ? count + 1 : 1;
    if (last?.x === x) last.value += (figure.value - last.value) / count;
    else run.push({ x, value: figure.value });
  }
  return runs;
}

/** Null without data. The line starts at the first known value. */
export function sparkOf(drawn: Drawn, { from, to }: Stretch): Spark | null {
  // a sample may be newer than the range
  const end = Math.max(to, (drawn.times.at(-1) ?? 0) * 1_000);
  const start = Math.max(from, (drawn.times[0] ?? 0) * 1_000);
  const runs = runsOf(drawn, (time) => (time * 1_000 - start) / Math.max(end - start, 1));
  const values = runs.flat().map(({ value }) => value);
  const final = runs.at(-1)?.at(-1);
  if (!final) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const place = ({ x, value }: Place) => ({
    x: round(x * 100),
    // A constant value is a line in the middle.
    y: high === low ? 50 : round(100 - ((value - low) / (high - low)) * 100),
  });
  const path = runs
    .map(
      (run) =>
        `M${run
          .map(place)
          .map(({ x, y }) => `${x} ${y}`)
          .join("L")}`,
    )
    .join("");
  const single = runs.flatMap((run) => (run.length === 1 ? run : []));
  return { path, dots: [...single.filter((each) => each !== final), final].map(place) };
}
