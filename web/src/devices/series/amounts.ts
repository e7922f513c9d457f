/** What a counter added, and the area below a power, as bars. Pure; a guest's page has it, too. */

import { isLikeCounter } from "../../../../broker/contract/counter-keys.ts";
import type { LastValue } from "../../../../worker/contract/series.ts";
import type { ValuePoint } from "../values.ts";

export type AmountField = "increase" | "integral";

/** Null for a value that is no sum of anything. */
export function amountFieldOf({
  key,
  unit,
  value,
  counter,
}: Pick<LastValue, "key" | "unit" | "value" | "counter">): AmountField | null {
  if (typeof value !== "number") return null;
  if (counter === true || isLikeCounter(key)) return "increase";
  return unit === "W" || unit === "kW" ? "integral" : null;
}

export interface Amounts {
  points: readonly ValuePoint[];
  unit: string | null;
}

export const sumOf = (points: readonly ValuePoint[]): number =>
  points.reduce((sum, [, value]) => sum + (value ?? 0), 0);

export interface Bar {
  at: number;
  /** Shares of the chart, from its left and its top. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A negative amount has no bar. */
export function barsOf(points: readonly ValuePoint[]): Bar[] {
  const most = Math.max(0, ...points.map(([, value]) => value ?? 0));
  const width = 1 / Math.max(1, points.length);
  return points.map(([at, value], n) => {
    const height = most === 0 ? 0 : Math.max(0, value ?? 0) / most;
    return { at, x: n * width, y: 1 - height, width, height };
  });
}
