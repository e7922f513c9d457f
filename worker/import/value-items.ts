/** PURE. The hourly values of an export, in calls of a bounded size. */

import { MAX_SERIES_ROWS } from "../contract/limits.ts";
import type { ValuesFile } from "./archive.ts";
import { isMissing } from "./device-items.ts";
import { lost, type PlanContext, type PlannedItem } from "./planned.ts";

/** The first row of an export with values; the line before has names, which the owner chose. */
const ROW = /^\d{4}-\d\d-\d\dT/;

export const valueItems = (context: PlanContext, files: readonly ValuesFile[]): PlannedItem[] =>
  files.flatMap((file) => itemsOf(file, context));

function itemsOf({ id, key, csv }: ValuesFile, context: PlanContext): PlannedItem[] {
  const { devices, channels } = context.exported;
  const device = key === null ? undefined : devices.find((each) => each.id === id);
  const channel = key === null ? channels.find((each) => each.id === id) : undefined;
  const of = device ?? channel;
  const what = `values${key === null ? "" : ` ${key}`} of "${of?.name ?? id}"`;
  if (of === undefined) return [lost(what, "The export has no such device or channel.")];
  if (device !== undefined && isMissing(device, context)) return [lost(what, "Its device is not there.")];
  const rows = csv.split("\r\n").filter((line) => ROW.test(line));
  return parts(rows).map((part) => ({
    what: `${what}, ${part.length === 1 ? "one hour" : `${part.length} hours`}`,
    action: "values",
    call: {
      name: device === undefined ? "writeChannelSeries" : "writeDeviceSeries",
      id,
      query: { resolution: "1h", ...(key !== null && { key }) },
      csv: `at,value\r\n${part.map((row) => `${row}\r\n`).join("")}`,
    },
  }));
}

function parts(rows: readonly string[]): string[][] {
  const count = Math.ceil(rows.length / MAX_SERIES_ROWS);
  return Array.from({ length: count }, (_, n) => rows.slice(n * MAX_SERIES_ROWS, (n + 1) * MAX_SERIES_ROWS));
}
