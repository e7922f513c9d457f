/** What a counter added, and the area below a power, by days, weeks and months. Pure, apart from the query. */

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { isLikeCounter } from "../../../../broker/contract/counter-keys.ts";
import type { Period } from "../../../../broker/contract/resolution.ts";
import type { SeriesSource } from "../../../../broker/contract/telemetry.ts";
import type { LastValue } from "../../../../worker/contract/series.ts";
import { SLOW_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { pointsOf } from "../../devices/series/read.ts";
import type { ValuePoint } from "../../devices/values.ts";
import { timeFormat } from "../../lib/time.ts";
import { readSeries } from "./sources.ts";

export type AmountField = "increase" | "integral";

/** Null for a value that is no sum of anything. */
export function amountFieldOf({ key, unit, value, counter }: LastValue): AmountField | null {
  if (typeof value !== "number") return null;
  if (counter === true || isLikeCounter(key)) return "increase";
  return unit === "W" || unit === "kW" ? "integral" : null;
}

export interface Amounts {
  points: readonly ValuePoint[];
  unit: string | null;
}

interface Asked {
  field: AmountField;
  period: Period;
  /** IANA name. */
  zone: string;
}

export const amountsQuery = (source: SeriesSource, key: string, { field, period, zone }: Asked) =>
  queryOptions({
    queryKey: [...queryKeys.seriesOf(source, key), field, period, zone],
    queryFn: async (): Promise<Amounts> => {
      const series = await readSeries(source, { key, field, resolution: period, time_zone: zone });
      return { points: pointsOf(series), unit: series.unit };
    },
    placeholderData: keepPreviousData,
    refetchInterval: SLOW_REFRESH_MS,
  });

const FORMATS: Record<Period, (at: number) => string> = {
  day: timeFormat({ weekday: "short", month: "short", day: "numeric" }),
  week: timeFormat({ month: "short", day: "numeric" }),
  month: timeFormat({ month: "short", year: "numeric" }),
};

/** The name of a bar, such as "Sun, Nov 29", "Week of Nov 23" or "Nov 2026". */
export const barName = (at: number, period: Period): string =>
  `${period === "week" ? "Week of " : ""}${FORMATS[period](at)}`;

export const sumOf = (points: readonly ValuePoint[]): number =>
  points.reduce((sum, [, value]) => sum + (value ?? 0), 0);

export interface Bar {
  at: number;
  value: number | null;
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
    return { at, value, x: n * width, y: 1 - height, width, height };
  });
}

export const amountsCsv = ({ points, unit }: Amounts, name: string): string =>
  [
    [
      "at",
      `"${(unit === null ? name : `${name} (${unit})`).replaceAll('"', '""').replace(/^[=+\-@]/, "'$&")}"`,
    ],
    ...points.map(([at, value]) => [new Date(at).toISOString(), value ?? ""]),
  ]
    .map((row) => `${row.join(",")}\r\n`)
    .join("");
