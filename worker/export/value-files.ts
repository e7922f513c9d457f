/** Values over time as CSV files, one row per hour. */

import * as z from "zod";
import { valuesFileName } from "../contract/export-file.ts";
import type { Ask } from "./ask.ts";

export interface SeriesOwners {
  devices: readonly { id: string }[];
  channels: readonly { id: string; series?: unknown }[];
}

/** The calls about the values of a device or a channel. */
const DEVICE = { values: "listDeviceValues", series: "readDeviceSeries" } as const;
const CHANNEL = { values: "listChannelValues", series: "readChannelSeries" } as const;

const Values = z.array(z.object({ key: z.string(), value: z.unknown() }));

const HOUR = 3_600_000;
const STORED_MS = 2 * 366 * 24 * HOUR;
const MAX_POINTS = 2_000;

/** Yields names and CSV, of which a part is in memory at a time. */
export async function* valueFiles(
  { devices, channels }: SeriesOwners,
  ask: Ask,
  now: number,
): AsyncGenerator<[name: string, csv: AsyncIterable<string>]> {
  for (const { id } of devices) {
    for (const key of await numericKeys(DEVICE.values, id, ask)) {
      yield [valuesFileName(id, key), hourlyCsv({ ask, call: DEVICE.series, id, key }, now)];
    }
  }
  for (const { id, series } of channels.filter(({ series }) => series)) {
    const isOne = !Array.isArray(series);
    const keys = await numericKeys(CHANNEL.values, id, ask);
    for (const key of isOne ? keys.slice(0, 1) : keys) {
      yield [valuesFileName(id, isOne ? null : key), hourlyCsv({ ask, call: CHANNEL.series, id, key }, now)];
    }
  }
}

type ValueCalls = typeof DEVICE | typeof CHANNEL;

async function numericKeys(call: ValueCalls["values"], id: string, ask: Ask): Promise<string[]> {
  const values: unknown = await (await ask(call, { id })).json();
  return Values.parse(values)
    .filter(({ value }) => typeof value === "number")
    .map(({ key }) => key);
}

interface Hourly {
  ask: Ask;
  call: ValueCalls["series"];
  id: string;
  key: string;
}

/** Starts at a full hour, so that no hour is split. Each answer has a header, of which the first is written. */
async function* hourlyCsv({ ask, call, id, key }: Hourly, now: number): AsyncGenerator<string> {
  let isFirst = true;
  for (let from = now - STORED_MS - (now % HOUR); from <= now; from += MAX_POINTS * HOUR) {
    const query = {
      key,
      resolution: "1h",
      field: "avg",
      from: iso(from),
      to: iso(from + MAX_POINTS * HOUR),
    };
    const csv = await (await ask(call, { id, query, accept: "text/csv" })).text();
    const rows = csv.split("\r\n").slice(isFirst ? 0 : 1);
    isFirst = false;
    const written = rows.filter((row) => row !== "" && !row.endsWith(","));
    yield written.map((row) => `${row}\r\n`).join("");
  }
}

const iso = (at: number): string => new Date(at).toISOString();
