/** What a device or a channel measures: the last of each value, and series over time. */

import type { SeriesSource } from "../../broker/contract/telemetry.ts";
import { account } from "../account/account.ts";
import { SERIES_SPAN } from "../contract/limits.ts";
import { MESSAGES } from "../contract/messages.ts";
import type { Series } from "../contract/values.ts";
import { type ChannelRow, readChannel, seriesOfChannel } from "../db/channels.ts";
import { type DeviceRow, readDevice } from "../db/devices.ts";
import { only } from "../db/statement.ts";
import { invalidField } from "../errors.ts";
import { type Call, type Route, rowRoute } from "../http/call.ts";
import { lastValueOf, seriesCsv, seriesOf } from "../present/values.ts";

export const listDeviceValues = rowRoute<"listDeviceValues", DeviceRow>(
  readDevice,
  async ({ env, caller, id }) => {
    return (await account(env, caller.user.id).lastValues({ device: id })).map(lastValueOf);
  },
);

export const listChannelValues = rowRoute<"listChannelValues", ChannelRow>(
  readChannel,
  async ({ env, caller, id }) => {
    return (await account(env, caller.user.id).lastValues({ channel: id })).map(lastValueOf);
  },
);

export const readDeviceSeries: Route<"readDeviceSeries", DeviceRow> = {
  alongside: (session, { env, id }) => readDevice(env.DB, session, id),
  async act(call) {
    return seriesFrom(call, { device: call.id }, { key: call.query.key, name: null, unit: null });
  },
  csv: seriesCsv,
};

export const readChannelSeries: Route<"readChannelSeries", ChannelRow> = {
  alongside: (session, { env, id }) => readChannel(env.DB, session, id),
  async act(call) {
    const own = seriesOfChannel(only(call.read));
    const key = call.query.key ?? own?.name;
    if (key === undefined) throw invalidField("key", MESSAGES.noSeries);
    return seriesFrom(call, { channel: call.id }, { key, name: null, unit: own?.unit ?? null });
  },
  csv: seriesCsv,
};

type Asked = Call<"readDeviceSeries"> | Call<"readChannelSeries">;

/** What was never told has no points. The moment of the call is in it, where nobody says until when. */
async function seriesFrom(
  { env, caller, query, now }: Asked,
  source: SeriesSource,
  named: Pick<Series, "key" | "name" | "unit">,
): Promise<Series> {
  const to = query.to ?? now + 1;
  const { from = to - SERIES_SPAN, resolution = "auto", field = "avg" } = query;
  const asked = { source, key: named.key, from, to, resolution, field };
  const series = await account(env, caller.user.id).series(asked);
  if (series !== null) return seriesOf(series);
  return { ...named, resolution: resolution === "auto" ? "raw" : resolution, points: [] };
}
