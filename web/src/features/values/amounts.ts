/** What a counter added, and the area below a power, by days, weeks and months. Pure, apart from the query. */

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Period } from "../../../../broker/contract/resolution.ts";
import type { SeriesSource } from "../../../../broker/contract/telemetry.ts";
import { SLOW_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { AmountField, Amounts } from "../../devices/series/amounts.ts";
import { pointsOf } from "../../devices/series/read.ts";
import { timeFormat } from "../../lib/time.ts";
import { readSeries } from "./sources.ts";

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
