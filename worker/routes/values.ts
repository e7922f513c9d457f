/** Values of devices and channels: the last of each, and series. */

import type {
  SeriesAnswer,
  SeriesQuery,
  SeriesSource,
  LatestValue as Stored,
} from "../../broker/contract/telemetry.ts";
import { objectRoute } from "../api/by-object.ts";
import type { QueryOf } from "../contract/api.ts";
import { SERIES_SPAN } from "../contract/limits.ts";
import { MESSAGES } from "../contract/sentences.ts";
import type { Series } from "../contract/series.ts";
import { type ChannelRow, readChannel } from "../db/channels.ts";
import { type DeviceRow, readDevice } from "../db/devices.ts";
import { invalidField } from "../errors.ts";
import { lastValueOf, seriesCsv, seriesOf } from "../present/values.ts";

export const listDeviceValues = objectRoute<"listDeviceValues", Stored[], DeviceRow>({
  needs: { row: "device", find: (db, session, { id }) => readDevice(db, session, id) },
  act: (calls, { id }) => calls.series.lastValues({ device: id }),
  show: (values) => values.map(lastValueOf),
});

export const listChannelValues = objectRoute<"listChannelValues", Stored[], ChannelRow>({
  needs: { row: "series", find: (db, session, { id }) => readChannel(db, session, id) },
  act: (calls, { id }) => calls.series.lastValues({ channel: id }),
  show: (values) => values.map(lastValueOf),
});

export const readDeviceSeries = objectRoute<"readDeviceSeries", SeriesAnswer | null, DeviceRow>({
  needs: { row: "device", find: (db, session, { id }) => readDevice(db, session, id) },
  act: (calls, { id, query, now }) => calls.series.series(queryOf({ device: id }, query, now)),
  show: shownSeries,
  csv: seriesCsv,
});

export const readChannelSeries = objectRoute<"readChannelSeries", SeriesAnswer | null, ChannelRow>({
  needs: { row: "series", find: (db, session, { id }) => readChannel(db, session, id) },
  act: (calls, { id, query, now }) => calls.series.series(queryOf({ channel: id }, query, now)),
  show: shownSeries,
  csv: seriesCsv,
});

/** The default end includes the time of the call. */
function queryOf(
  source: SeriesSource,
  query: QueryOf<"readDeviceSeries"> | QueryOf<"readChannelSeries">,
  now: number,
): SeriesQuery {
  const to = query.to ?? now + 1;
  const { key = null, from = to - SERIES_SPAN, resolution = "auto", field = "avg" } = query;
  return { source, key, from, to, resolution, field };
}

function shownSeries(series: SeriesAnswer | null): Series {
  if (series === null) throw invalidField("key", MESSAGES.noSeries);
  return seriesOf(series);
}
