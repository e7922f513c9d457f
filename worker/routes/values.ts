/** Values of devices and channels: the last of each, and series. */

import type { MessageAnswer } from "../../broker/contract/messages.ts";
import { utcMoment } from "../../broker/contract/moment.ts";
import { isPeriod } from "../../broker/contract/resolution.ts";
import type {
  HoursToWrite,
  HoursWritten,
  SeriesAnswer,
  SeriesFault,
  SeriesQuery,
  SeriesSource,
  LatestValue as Stored,
  TelemetryWritten,
} from "../../broker/contract/telemetry.ts";
import { decodeUtf8 } from "../../broker/contract/utf8.ts";
import { isTimeZone } from "../../broker/schedules/local-time.ts";
import { PERHAPS_PUBLISHED } from "../account/account.ts";
import { objectRoute } from "../api/by-object.ts";
import type { OfAccount } from "../api/call.ts";
import { isJson, jsonOf, readBytes } from "../api/input.ts";
import type { QueryOf } from "../contract/api.ts";
import {
  MAX_BODY_BYTES,
  MAX_SERIES_BYTES,
  MAX_SERIES_ROWS,
  PERIOD_SPAN,
  SERIES_SPAN,
} from "../contract/limits.ts";
import { MESSAGES } from "../contract/sentences.ts";
import type { Series } from "../contract/series.ts";
import { type ChannelRow, readChannel } from "../db/channels.ts";
import { type DeviceRow, readDevice } from "../db/devices.ts";
import { clockOf } from "../db/users.ts";
import {
  type ApiError,
  bodyTooLarge,
  invalidField,
  messageRefused,
  notJson,
  unsupportedType,
} from "../errors.ts";
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

type Zone = string | null;

export const readDeviceSeries = objectRoute<"readDeviceSeries", SeriesAnswer | SeriesFault, DeviceRow, Zone>({
  needs: { row: "device", find: (db, session, { id }) => readDevice(db, session, id) },
  input: zoneOf,
  act: (calls, { id, query, now, input }) =>
    calls.series.series(queryOf({ device: id }, { ...query, time_zone: input }, now)),
  show: shownSeries,
  csv: seriesCsv,
});

export const readChannelSeries = objectRoute<
  "readChannelSeries",
  SeriesAnswer | SeriesFault,
  ChannelRow,
  Zone
>({
  needs: { row: "series", find: (db, session, { id }) => readChannel(db, session, id) },
  input: zoneOf,
  act: (calls, { id, query, now, input }) =>
    calls.series.series(queryOf({ channel: id }, { ...query, time_zone: input }, now)),
  show: shownSeries,
  csv: seriesCsv,
});

export const writeTelemetry = objectRoute<
  "writeTelemetry",
  MessageAnswer<TelemetryWritten>,
  DeviceRow,
  Uint8Array
>({
  needs: { row: "device", find: (db, session, { id }) => readDevice(db, session, id) },
  lost: PERHAPS_PUBLISHED,
  input: jsonBytes,
  act: (calls, { id: deviceId, query: { from = "", at = null }, input: body }) =>
    calls.series.writeTelemetry({ deviceId, body, from, at }),
  show(answer) {
    if ("refusal" in answer) throw messageRefused(answer.refusal);
    return answer.answer;
  },
});

/** Any JSON: a pointer leads to the values. */
async function jsonBytes({
  request,
  env,
  userId,
}: OfAccount<"writeTelemetry">): Promise<Uint8Array | ApiError> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!isJson(type)) return notJson(type);
  const bytes = await readBytes(request, { env, holder: userId, max: MAX_BODY_BYTES });
  if (bytes === null) return bodyTooLarge(MAX_BODY_BYTES);
  const json = jsonOf(bytes);
  return "error" in json ? json.error : bytes;
}

type Hours = HoursToWrite["hours"];
type Written = HoursWritten | SeriesFault;

export const writeDeviceSeries = objectRoute<"writeDeviceSeries", Written, DeviceRow, Hours>({
  needs: { row: "device", find: (db, session, { id }) => readDevice(db, session, id) },
  input: hoursIn,
  act: (calls, { id, query, input: hours }) =>
    calls.series.writeHours({ source: { device: id }, key: query.key, hours }),
  show: shownWritten,
});

export const writeChannelSeries = objectRoute<"writeChannelSeries", Written, ChannelRow, Hours>({
  needs: { row: "series", find: (db, session, { id }) => readChannel(db, session, id) },
  input: hoursIn,
  act: (calls, { id, query: { key = null }, input: hours }) =>
    calls.series.writeHours({ source: { channel: id }, key, hours }),
  show: shownWritten,
});

type SeriesWrite = OfAccount<"writeDeviceSeries"> | OfAccount<"writeChannelSeries">;

async function hoursIn({ request, env, userId, now }: SeriesWrite): Promise<Hours | ApiError> {
  const type = request.headers.get("Content-Type") ?? "";
  if (type.split(";", 1)[0]?.trim().toLowerCase() !== "text/csv") return unsupportedType(type, "text/csv");
  const bytes = await readBytes(request, { env, holder: userId, max: MAX_SERIES_BYTES });
  if (bytes === null) return bodyTooLarge(MAX_SERIES_BYTES);
  const text = decodeUtf8(bytes);
  if (text === null) return invalidField("csv", MESSAGES.noCsvText);
  const read = hoursOfCsv(text, now);
  return typeof read === "string" ? invalidField("csv", read) : read;
}

const ROW = /^(\d{4}-\d\d-\d\dT[^,]*),(-?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?)$/i;
const HOUR = 3_600_000;
/** The sum of an hour's values of this size is still finite. */
const LARGEST = 1e300;

/** Names, as a series is exported: "at,value", or the owner's name of the value behind the comma. */
const HEADER = /^\u{feff}?[^,\d][^,]*,/u;

/** Returns hours ordered by time, or the fault of the first wrong line as a sentence. */
function hoursOfCsv(csv: string, now: number): Hours | string {
  const [header = "", ...lines] = csv.split(/\r?\n/);
  if (!HEADER.test(header)) return MESSAGES.noCsvHeader;
  const hours = new Map<number, number>();
  for (const [n, line] of lines.entries()) {
    if (line === "") continue;
    const [, at = "", value = ""] = ROW.exec(line) ?? [];
    const hour = utcMoment(at);
    if (hour === null || hour % HOUR !== 0 || Math.abs(Number(value)) > LARGEST)
      return MESSAGES.noHour(n + 2);
    if (hour > now) return MESSAGES.futureHour(n + 2);
    hours.set(hour, Number(value));
  }
  if (hours.size > MAX_SERIES_ROWS) return MESSAGES.tooManyHours(MAX_SERIES_ROWS);
  return [...hours].sort(([a], [b]) => a - b);
}

function shownWritten(written: Written): HoursWritten {
  if ("fault" in written) throw invalidField("key", MESSAGES[written.fault]);
  return written;
}

type GivenQuery = QueryOf<"readDeviceSeries"> | QueryOf<"readChannelSeries">;

/** The zone of days, weeks and months. Only for them the account's is read, where none is given. */
async function zoneOf({
  query: { resolution = "auto", time_zone: given },
  env,
  userId,
}: OfAccount<"readDeviceSeries"> | OfAccount<"readChannelSeries">): Promise<Zone | ApiError> {
  if (given !== undefined) return isTimeZone(given) ? given : invalidField("time_zone", MESSAGES.wrongZone);
  if (!isPeriod(resolution)) return null;
  const own = (await clockOf(env.DB, userId))?.time_zone ?? null;
  return own !== null && isTimeZone(own) ? own : null;
}

/** The default end includes the time of the call. */
function queryOf(
  source: SeriesSource,
  query: Omit<GivenQuery, "time_zone"> & { time_zone: Zone },
  now: number,
): SeriesQuery {
  const to = query.to ?? now + 1;
  const { resolution = "auto", field = "avg", time_zone: timeZone } = query;
  const { key = null, from = to - (isPeriod(resolution) ? PERIOD_SPAN[resolution] : SERIES_SPAN) } = query;
  return { source, key, from, to, resolution, field, ...(timeZone !== null && { timeZone }) };
}

function shownSeries(series: SeriesAnswer | SeriesFault): Series {
  if ("fault" in series) throw invalidField("key", MESSAGES[series.fault]);
  return seriesOf(series);
}
