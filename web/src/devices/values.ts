/** Texts about a measured value: value and unit, age, and whether it is overdue. Pure. */

export type Measured = number | boolean | string;

/** A time (milliseconds since 1970) and a value; null marks a gap. */
export type ValuePoint = readonly [at: number, value: number | null];

/** Texts of values in a language. */
export interface ValueWords {
  /** BCP 47. */
  language: string;
  yes: string;
  no: string;
}

const ENGLISH: ValueWords = { language: "en-US", yes: "yes", no: "no" };

/**
 * Makes each formatter when it is first needed. The first one of `Intl` takes 30 ms in Chromium, which a screen's first
 * frame should not wait for.
 */
function eachOnce<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>();
  return (language) => {
    const format = made.get(language) ?? make(language);
    made.set(language, format);
    return format;
  };
}

const plain = eachOnce((language) => new Intl.NumberFormat(language, { maximumSignificantDigits: 6 }));
const extreme = eachOnce(
  (language) => new Intl.NumberFormat(language, { notation: "scientific", maximumFractionDigits: 3 }),
);
/** Outside this range numbers are written with an exponent. */
const [SMALL, LARGE] = [1e-4, 1e9];

export function numberText(value: number, language = ENGLISH.language): string {
  const size = Math.abs(value);
  const isPlain = size === 0 || (size >= SMALL && size < LARGE);
  return (isPlain ? plain : extreme)(language).format(value);
}

/** `21.4 °C`, with a space that does not break. */
export function valueText(
  value: Measured,
  unit: string | null = null,
  { language, yes, no }: ValueWords = ENGLISH,
): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? yes : no;
  const number = numberText(value, language);
  return unit === null || unit === "" ? number : `${number}\u00a0${unit}`;
}

/** The text of a last value. The average of an imported hour is not shown: the device has not reported it. */
export const lastValueText = (
  { value, average }: { value: Measured; average?: true | undefined },
  unit: string | null = null,
  words: ValueWords = ENGLISH,
): string => (average ? "–" : valueText(value, unit, words));

/** Longer texts are cut. */
const MAX_SET_TEXT = 24;

/** The values of a command: "brightness 40, scene Reading". */
export const setText = (set: Readonly<Record<string, Measured>>): string =>
  Object.entries(set)
    .map(([key, value]) => {
      const text = typeof value === "boolean" ? (value ? "on" : "off") : valueText(value);
      return `${key} ${text.length > MAX_SET_TEXT ? `${text.slice(0, MAX_SET_TEXT - 1)}…` : text}`;
    })
    .join(", ");

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

const AGES = [
  [DAY, "day", "d"],
  [HOUR, "hour", "h"],
  [MINUTE, "minute", "min"],
  [SECOND, "second", "s"],
] as const;

const relative = eachOnce(
  (language) => new Intl.RelativeTimeFormat(language, { style: "short", numeric: "auto" }),
);

/** `12 s ago`. Clocks of device, broker and page differ a little, so a time in the future counts as now. */
export function ageText(ms: number, language = ENGLISH.language): string {
  const [size, unit, sign] = AGES.find(([size]) => ms >= size) ?? [SECOND, "second", "s"];
  const count = Math.max(0, Math.floor(ms / size));
  if (!language.startsWith("en")) return relative(language).format(-count, unit);
  return count === 0 ? "now" : `${count} ${sign} ago`;
}

/** Fewer intervals are not enough for a median. */
const FEWEST_DISTANCES = 2;

/** The median interval between samples, so that one long pause has no effect. Null when unknown. */
export function usualInterval(points: readonly ValuePoint[]): number | null {
  const times = points.flatMap(([at, value]) => (value === null ? [] : [at]));
  const distances = times
    .slice(1)
    .map((at, index) => at - (times[index] ?? at))
    .filter((distance) => distance > 0)
    .sort((a, b) => a - b);
  if (distances.length < FEWEST_DISTANCES) return null;
  return distances[Math.floor(distances.length / 2)] ?? null;
}

/** A value is overdue after this many of its usual intervals. */
export const INTERVALS = 3;
/** Lower bound, because clocks differ by up to this much. */
const LEAST_MS = 10 * SECOND;

/** Whether a value is older than its usual interval allows; without one, older than a day. */
export const isOverdue = (age: number, usual: number | null): boolean =>
  age > Math.max(usual === null ? DAY : INTERVALS * usual, LEAST_MS);
