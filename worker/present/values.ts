import type { Control } from "../../broker/contract/controls.ts";
import type { LatestValue as Kept, SeriesAnswer } from "../../broker/contract/telemetry.ts";
import { isoTime } from "../contract/fields.ts";
import type { LastValue, Series } from "../contract/series.ts";

export const lastValueOf = ({ at, byHttp, isAverage, ...value }: Kept): LastValue => ({
  ...value,
  at: isoTime(at),
  by_http: byHttp === true,
  ...(isAverage && { average: true as const }),
});

export const seriesOf = ({ points, ...series }: SeriesAnswer): Series => ({
  ...series,
  points: points.map(([at, value]) => [isoTime(at), value]),
});

/**
 * RFC 4180. The second column is named by the owner's name and unit of the value, otherwise `value`: a publisher
 * chooses the key. A gap is an empty field.
 */
export const seriesCsv = ({ name, unit, points }: Series): string =>
  [["at", name === null ? "value" : fieldOf(unit === null ? name : `${name} (${unit})`)], ...points]
    .map(([at, value]) => `${at},${value ?? ""}\r\n`)
    .join("");

/** A spreadsheet executes text that begins like a formula. */
function fieldOf(words: string): string {
  const plain = /^[=+\-@\t\r]/.test(words) ? `'${words}` : words;
  // line breaks of Python's `str.splitlines`, too: a quoted field may hold them (RFC 4180, 2.6)
  return /[",\r\n\v\f\x85\u2028\u2029]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const SHOWN = 2;

/** The values that lists show of a device: the chosen ones in order, or the first numbers that no control shows. */
export function shownValues(
  chosen: readonly string[] | null,
  values: readonly Kept[],
  controls: readonly Control[],
): LastValue[] {
  const isControl = (key: string): boolean => controls.some((control) => control.key === key);
  const shown =
    chosen?.flatMap((key) => values.find((value) => value.key === key) ?? []) ??
    values.filter(({ key, value }) => typeof value === "number" && !isControl(key)).slice(0, SHOWN);
  return shown.map(lastValueOf);
}
