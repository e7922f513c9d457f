/** What is asked for of a device or a channel: its last values, and stretches of its series. */

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { SeriesSource } from "../../../../broker/contract/telemetry.ts";
import type { Series } from "../../../../worker/contract/values.ts";
import { call } from "../../api/call.ts";
import { callForCsv } from "../../api/call-for-csv.ts";
import type { Search } from "../../api/client.ts";
import { LIST_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { Stretch } from "../../devices/bands.ts";
import type { Point } from "../../devices/values.ts";
import type { Figures } from "./gaps.ts";
import { type Range, stretchOf } from "./range.ts";

type SeriesSearch = Search<"readDeviceSeries">;

export const valuesQuery = (source: SeriesSource) =>
  queryOptions({
    queryKey: queryKeys.values(source),
    queryFn: () =>
      "device" in source
        ? call("listDeviceValues", { id: source.device })
        : call("listChannelValues", { id: source.channel }),
    refetchInterval: LIST_REFRESH_MS,
  });

const readSeries = (source: SeriesSource, search: SeriesSearch): Promise<Series> =>
  "device" in source
    ? call("readDeviceSeries", { id: source.device, search })
    : call("readChannelSeries", { id: source.channel, search });

const pointsOf = ({ points }: Series): Point[] => points.map(([at, value]) => [Date.parse(at), value]);

const searchOf = (key: string, { from, to }: Stretch): SeriesSearch => ({
  key,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

export interface Shown {
  figures: Figures;
  stretch: Stretch;
  unit: string | null;
}

async function readFigures(source: SeriesSource, key: string, stretch: Stretch): Promise<Shown> {
  const search = searchOf(key, stretch);
  const averages = await readSeries(source, search);
  const { resolution, unit } = averages;
  const ofBuckets = (field: "min" | "max") =>
    resolution === "raw" ? null : readSeries(source, { ...search, resolution, field });
  const [least, most] = await Promise.all([ofBuckets("min"), ofBuckets("max")]);
  return {
    figures: {
      resolution,
      points: pointsOf(averages),
      least: least ? pointsOf(least) : [],
      most: most ? pointsOf(most) : [],
    },
    stretch,
    unit,
  };
}

/** What the chart shows. While another stretch is fetched, the one before stays. */
export const figuresQuery = (source: SeriesSource, key: string, range: Range) =>
  queryOptions({
    queryKey: [...queryKeys.seriesOf(source, key), range],
    queryFn: () => readFigures(source, key, stretchOf(range, Date.now())),
    placeholderData: keepPreviousData,
    refetchInterval: "last" in range ? LIST_REFRESH_MS : false,
  });

const DAY_MS = 86_400_000;

/** The last day of a value, for its small drawing and its habit. */
export const dayQuery = (source: SeriesSource, key: string) =>
  queryOptions({
    queryKey: queryKeys.dayOf(source, key),
    queryFn: async () => {
      const stretch = stretchOf({ last: DAY_MS }, Date.now());
      const series = await readSeries(source, searchOf(key, stretch));
      return { stretch, resolution: series.resolution, points: pointsOf(series) };
    },
    refetchInterval: LIST_REFRESH_MS,
    staleTime: LIST_REFRESH_MS,
  });

/** The same figures as the chart's, as the API writes them for a spreadsheet. */
export function readCsv(source: SeriesSource, key: string, { stretch, figures }: Shown): Promise<string> {
  const search = { ...searchOf(key, stretch), resolution: figures.resolution };
  return "device" in source
    ? callForCsv("readDeviceSeries", { id: source.device, search })
    : callForCsv("readChannelSeries", { id: source.channel, search });
}
