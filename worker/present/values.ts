import type { LastValue as Kept, SeriesAnswer } from "../../broker/contract/telemetry.ts";
import type { LastValue, Series } from "../contract/values.ts";
import { moment } from "./moment.ts";

export const lastValueOf = ({ key, unit, value, at }: Kept): LastValue => ({
  key,
  unit,
  value,
  at: moment(at),
});

export const seriesOf = ({ key, unit, resolution, points }: SeriesAnswer): Series => ({
  key,
  unit,
  resolution,
  points: points.map(([at, value]) => [moment(at), value]),
});

/**
 * RFC 4180. The columns are named for what they are, not by the key: whatever people call a series, a spreadsheet finds
 * no formula in it. Where there was nothing, the field is empty.
 */
export const seriesCsv = ({ points }: Series): string =>
  [["at", "value"], ...points].map(([at, value]) => `${at},${value ?? ""}\r\n`).join("");

const SHOWN = 2;

/** The values that lists show of a device: those that were chosen, in that order, or the first that are numbers. */
export function shownValues(chosen: readonly string[] | null, values: readonly Kept[]): LastValue[] {
  const shown =
    chosen?.flatMap((key) => values.find((value) => value.key === key) ?? []) ??
    values.filter(({ value }) => typeof value === "number").slice(0, SHOWN);
  return shown.map(lastValueOf);
}
