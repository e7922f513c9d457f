/** Values of devices and channels: the last of each, and series. */

import type {
  SeriesAnswer,
  SeriesQuery,
  SeriesSource,
  LatestValue as Stored,
} from "../../broker/contract/telemetry.ts";
import type { QueryOf } from "../contract/api.ts";
import { SERIES_SPAN } from "../contract/limits.ts";
import { MESSAGES } from "../contract/messages.ts";
import type { Series } from "../contract/values.ts";
import { type ChannelRow, readChannel } from "../db/channels.ts";
import { type DeviceRow, readDevice } from "../db/devices.ts";
import { invalidField } from "../errors.ts";
import { lastValueOf, seriesCsv, seriesOf } from "../present/values.ts";
import { objectRoute } from "./object-route.ts";

export const listDeviceValues = objectRoute<"listDeviceValues", Stored[], DeviceRow>({
  row: "device",
  find: (db, session, { id }) => readDevice(db, session, id),
  ask: (object, { id }) => object.lastValues({ device: id }),
  show: (values) => values.map(lastValueOf),
});

export const listChannelValues = objectRoute<"listChannelValues", Stored[], ChannelRow>({
  row: "series",
  find: (db, session, { id }) => readChannel(db, session, id),
  ask: (object, { id }) => object.lastValues({ channel: id }),
  show: (values) => values.map(lastValueOf),
});

export const readDeviceSeries = objectRoute<"readDeviceSeries", SeriesAnswer | null, DeviceRow>({
  row: "device",
  find: (db, session, { id }) => readDevice(db, session, id),
  ask: (object, { id, query, now }) => object.series(queryOf({ device: id }, query, now)),
  show: shownSeries,
  csv: seriesCsv,
});

export const readChannelSeries = objectRoute<"readChannelSeries", SeriesAnswer | null, ChannelRow>({
  row: "series",
  find: (db, session, { id }) => readChannel(db, session, id),
  ask: (object, { id, query, now }) => object.series(queryOf({ channel: id }, query, now)),
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
