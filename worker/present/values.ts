import type { LatestValue as Kept, SeriesAnswer } from "../../broker/contract/telemetry.ts";
import type { LastValue, Series } from "../contract/values.ts";
import { moment } from "./moment.ts";

export const lastValueOf = ({ at, ...value }: Kept): LastValue => ({ ...value, at: moment(at) });

export const seriesOf = ({ points, ...series }: SeriesAnswer): Series => ({
  ...series,
  points: points.map(([at, value]) => [moment(at), value]),
});

/**
 * RFC 4180. The second column has the name and the unit that the device's owner gave the value. Without a name it is
 * `value`: a publisher chooses the key. Where there was nothing, the field is empty.
 */
export const seriesCsv = ({ name, unit, points }: Series): string =>
  [["at", name === null ? "value" : fieldOf(unit === null ? name : `${name} (${unit})`)], ...points]
    .map(([at, value]) => `${at},${value ?? ""}\r\n`)
    .join("");

/** A spreadsheet takes for a formula what begins like one. */
function fieldOf(words: string): string {
  const plain = /^[=+\-@\t\r]/.test(words) ? `'${words}` : words;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const SHOWN = 2;

/** The values that lists show of a device: those that were chosen, in that order, or the first that are numbers. */
export function shownValues(chosen: readonly string[] | null, values: readonly Kept[]): LastValue[] {
  const shown =
    chosen?.flatMap((key) => values.find((value) => value.key === key) ?? []) ??
    values.filter(({ value }) => typeof value === "number").slice(0, SHOWN);
  return shown.map(lastValueOf);
}
