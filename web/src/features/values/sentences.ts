import type { Stretch } from "../../devices/bands.ts";
import { extremesOf, type Figure } from "../../devices/series/gaps.ts";
import type { SeriesResolution } from "../../devices/series/resolution.ts";
import { valueText } from "../../devices/values.ts";
import { momentText, preciseMomentText } from "../../lib/time.ts";

const iso = (at: number): string => new Date(at).toISOString();

/** Samples show seconds; buckets start at a round time. */
export const figureMoment = (at: number, resolution: SeriesResolution): string =>
  (resolution === "raw" ? preciseMomentText : momentText)(iso(at));

export const stretchText = ({ from, to }: Stretch): string =>
  `from ${momentText(iso(from))} to ${momentText(iso(to))}`;

/** As many as a value is shown with. */
const DIGITS = 6;

/** Of values with an exponent all digits are kept. */
function decimalsIn(value: number): number {
  const text = String(Number(value.toPrecision(DIGITS)));
  return text.includes("e") ? 20 : (text.split(".")[1]?.length ?? 0);
}

/** The most decimals that a value was measured with. An average has no more. */
export const decimalsOf = (figures: readonly Figure[]): number =>
  figures.reduce((found, { least, most }) => Math.max(found, decimalsIn(least), decimalsIn(most)), 0);

export const rounded = (average: number, decimals: number): number => Number(average.toFixed(decimals));

/** `decimals`: of an average. */
export function pointText(
  { at, value, least, most }: Figure,
  resolution: SeriesResolution,
  unit: string | null,
  decimals: number,
): string {
  const when = figureMoment(at, resolution);
  const band = resolution === "raw" ? "" : `, between ${valueText(least)} and ${valueText(most, unit)}`;
  return `${when}: ${valueText(rounded(value, decimals), unit)}${band}`;
}

export function summaryText(figures: readonly Figure[], unit: string | null): string {
  const extremes = extremesOf(figures);
  if (extremes === null) return "No values in this time.";
  const { least, most } = extremes;
  const mean = figures.reduce((sum, { value }) => sum + value, 0) / figures.length;
  const average = valueText(rounded(mean, decimalsOf(figures)), unit);
  return `Between ${valueText(least)} and ${valueText(most, unit)}, ${average} on average.`;
}
