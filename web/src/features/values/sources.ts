import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { SeriesSource } from "../../../../broker/contract/telemetry.ts";
import type { Series } from "../../../../worker/contract/series.ts";
import { call } from "../../api/call.ts";
import type { CallSearch } from "../../api/client.ts";
import { LANES_REFRESH_MS, LIST_REFRESH_MS, SLOW_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { Stretch } from "../../devices/bands.ts";
import type { Figures } from "../../devices/series/gaps.ts";
import { pointsOf, readFigures } from "../../devices/series/read.ts";
import type { ValuePoint } from "../../devices/values.ts";
import { statusHeard } from "../../live/link.ts";
import { type Range, stretchOf } from "./range.ts";

type SeriesSearch = CallSearch<"readDeviceSeries">;

export const valuesQuery = (source: SeriesSource) =>
  queryOptions({
    queryKey: queryKeys.values(source),
    queryFn: () =>
      "device" in source
        ? call("listDeviceValues", { id: source.device })
        : call("listChannelValues", { id: source.channel }),
    refetchInterval: () => (statusHeard.get() ? SLOW_REFRESH_MS : WITHOUT_NEWS_MS),
  });

export const readSeries = (source: SeriesSource, search: SeriesSearch): Promise<Series> =>
  "device" in source
    ? call("readDeviceSeries", { id: source.device, search })
    : call("readChannelSeries", { id: source.channel, search });

const searchOf = (key: string, { from, to }: Stretch): SeriesSearch => ({
  key,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** Without live updates. */
const WITHOUT_NEWS_MS = 20_000;
/** Refetch interval. The chart of a device also adds values received meanwhile. */
const refreshOf = (source: SeriesSource): number => ("device" in source ? LANES_REFRESH_MS : LIST_REFRESH_MS);

export interface Shown {
  figures: Figures;
  stretch: Stretch;
  unit: string | null;
}

async function readShown(source: SeriesSource, key: string, stretch: Stretch): Promise<Shown> {
  const search = searchOf(key, stretch);
  return { ...(await readFigures((more) => readSeries(source, { ...search, ...more }))), stretch };
}

/** Adds values received since the answer. Not to buckets: only the server knows their averages. */
export function shownWith(shown: Shown, followed: readonly ValuePoint[]): Shown {
  const { figures, stretch } = shown;
  const last = followed.at(-1);
  if (last === undefined || figures.resolution !== "raw") return shown;
  const later = Math.max(0, last[0] + 1 - stretch.to);
  return {
    ...shown,
    figures: { ...figures, points: [...figures.points, ...followed] },
    stretch: { from: stretch.from + later, to: stretch.to + later },
  };
}

export const figuresQuery = (source: SeriesSource, key: string, range: Range) =>
  queryOptions({
    queryKey: [...queryKeys.seriesOf(source, key), range],
    queryFn: () => readShown(source, key, stretchOf(range, Date.now())),
    placeholderData: keepPreviousData,
    refetchInterval: "last" in range && refreshOf(source),
  });

const DAY_MS = 86_400_000;
const DAY_REFRESH_MS = 900_000;

/** The last day of a tile. Only a tile that states the lowest and the highest value reads those of each bucket. */
export const dayQuery = (source: SeriesSource, key: string, withExtremes = false) =>
  queryOptions({
    queryKey: [...queryKeys.dayOf(source, key), withExtremes],
    queryFn: async () => {
      const stretch = stretchOf({ last: DAY_MS }, Date.now());
      if (withExtremes) return readShown(source, key, stretch);
      const series = await readSeries(source, searchOf(key, stretch));
      const points = pointsOf(series);
      return { figures: { resolution: series.resolution, points, least: [], most: [] }, stretch };
    },
    // there may be 32 of them
    refetchInterval: DAY_REFRESH_MS,
    staleTime: DAY_REFRESH_MS,
  });

/** All values in the range and with the resolution of a chart, as a table. */
export async function readCsv(
  source: SeriesSource,
  keys: readonly string[],
  { stretch, figures: { resolution } }: Shown,
): Promise<string> {
  const columns = await Promise.all(
    keys.map((key) => readSeries(source, { ...searchOf(key, stretch), resolution })),
  );
  return csvOf(
    columns.map((series) => ({ ...series, name: series.name ?? series.key, points: pointsOf(series) })),
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
}

// Several series as one table for a spreadsheet. Pure.

interface CsvColumn {
  name: string;
  unit: string | null;
  points: readonly ValuePoint[];
}

const two = (n: number): string => String(n).padStart(2, "0");

/** As spreadsheets read a moment: `2026-11-25 04:22:11`. */
function localText(at: number): string {
  const moment = new Date(at);
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");
  return `${day} ${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(":")}`;
}

/** A spreadsheet executes text that begins like a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A row for each moment at which something was measured, in local time and in UTC. */
export function csvOf(columns: readonly CsvColumn[], zone: string): string {
  const values = columns.map(({ points }) => new Map(points));
  const moments = [...new Set(values.flatMap((points) => [...points.keys()]))].sort((a, b) => a - b);
  const titles = columns.map(({ name, unit }) => cell(unit ? `${name} (${unit})` : name));
  const rows = moments.map((at) => [
    localText(at),
    new Date(at).toISOString(),
    ...values.map((points) => points.get(at) ?? ""),
  ]);
  return [[`Time (${zone})`, "Time (UTC)", ...titles], ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}
