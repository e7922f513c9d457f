/** Computes a series from a plain list of samples, as slowly and simply as possible. */

import type { SeriesField } from "../../broker/contract/telemetry.ts";

export interface PlainSample {
  at: number;
  value: number;
}

/** The last sample of each time. */
export function lastPerTime(samples: readonly PlainSample[]): PlainSample[] {
  const byTime = new Map(samples.map(({ at, value }) => [at, value]));
  return [...byTime].map(([at, value]) => ({ at, value })).sort((a, b) => a.at - b.at);
}

/** Each interval that has samples. */
export function intervals(
  samples: readonly PlainSample[],
  width: number,
  field: SeriesField,
): Map<number, number> {
  const found = new Map<number, number[]>();
  for (const { at, value } of lastPerTime(samples)) {
    const start = at - (at % width);
    found.set(start, [...(found.get(start) ?? []), value]);
  }
  return new Map([...found].map(([start, values]) => [start, told(values, field)]));
}

function told(values: readonly number[], field: SeriesField): number {
  const sum = values.reduce((total, each) => total + each, 0);
  switch (field) {
    case "avg":
      return sum / values.length;
    case "sum":
      return sum;
    case "count":
      return values.length;
    case "last":
      return values.at(-1) as number;
    case "min":
      return Math.min(...values);
    case "max":
      return Math.max(...values);
  }
}
