/**
 * PURE. Guesses the unit of a value from its key, as programmers name it. Right or none: a letter is a unit only beside the
 * word of a quantity that has it, because it may be a phase, a channel, a colour or a part of a word.
 */

import type { ValueLabel } from "./telemetry.ts";
import { CLEAR, DENOMINATORS, NEEDING, NUMERATORS, PAIRS, PRICES, SYMBOLS, WITHOUT } from "./unit-words.ts";

const unitsOf = (rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(rows).flatMap(([unit, words]) => words.split(" ").map((word) => [word, unit])));

const clear = unitsOf(CLEAR);
const pairs = unitsOf(PAIRS);
const without = new Set(WITHOUT.split(" "));
const numerators = new Set(NUMERATORS.split(" "));
const denominators = new Set(DENOMINATORS.split(" "));
const prices = new Set(PRICES.split(" "));
const symbols = new Map(Object.entries(SYMBOLS).map(([unit, letters]) => [unit, letters.split(" ")]));
const needing = new Map(
  NEEDING.flatMap(({ unit, words, of, not = "" }) =>
    words
      .split(" ")
      .map((word) => [word, { unit, of: new Set(of.split(" ")), not: new Set(not.split(" ")) }] as const),
  ),
);

/** `temp_min` is a minimum; `run_min` is minutes. */
const MINUTES =
  /^(time|timer|timeout|run|runtime|uptime|age|delay|duration|interval|period|elapsed|remaining|left)$/;
/** `on_h` is a time, `led_on_h` a hue. */
const SWITCHED = /^(on|off|up)_(s|sec|min|h|hr)$/;
const SWITCHED_UNITS: Readonly<Record<string, string>> = { s: "s", sec: "s", min: "min", h: "h", hr: "h" };
/** The letter behind one of these is its name. */
const NAMED = /^(ph|phase|line|ch|channel|relay|port|zone|room|floor|usb|[a-z])$/;
/** OpenMQTTGateway's `tempc`. */
const GLUED = /^temp([cf])\d*$/;

/** How many of the last words of a key are its unit, and which. */
function unitIn(key: string): { unit: string; words: number } | null {
  const lower = key.toLowerCase();
  const words = lower.split(/[_.-]/);
  const last = words.pop() ?? "";
  const glued = GLUED.exec(last)?.[1];
  // the unit is no word of its own
  if (glued !== undefined) return { unit: glued === "c" ? "°C" : "°F", words: 0 };
  // `pulses_per_kwh` counts pulses
  if (words.length === 0 || words.includes("per") || without.has(lower)) return null;
  const [, , switched = ""] = SWITCHED.exec(lower) ?? [];
  const pair = words.length > 1 ? pairs.get(`${words.at(-1)}_${last}`) : undefined;
  if (switched === "" && pair !== undefined) return { unit: pair, words: 2 };
  // `soil_mg_kg` is no weight, and `price_kwh` no energy
  const isShare = numerators.has(words.at(-1) ?? "") && denominators.has(last);
  if (isShare || words.some((word) => prices.has(word))) return null;
  const unit =
    switched === "" ? (clear.get(last) ?? besideQuantity(words, last)) : (SWITCHED_UNITS[switched] ?? null);
  return unit === null ? null : { unit, words: 1 };
}

export const unitOf = (key: string): string | null => unitIn(key)?.unit ?? null;

/** The key without the words of this unit: `humidity` of `humidity_percent`, if the value is shown with `%`. */
export function keyWithoutUnit(key: string, unit: string | null): string {
  const found = unitIn(key);
  if (found === null || found.unit !== unit) return key;
  return key.replace(new RegExp(`([_.-][^_.-]*){${found.words}}$`), "");
}

/** `before`: the words before the last one. */
function besideQuantity(before: readonly string[], last: string): string | null {
  const nearest = before.at(-1) ?? "";
  if (last === "min") return MINUTES.test(nearest) ? "min" : null;
  const row = needing.get(last);
  if (row === undefined) return null;
  if (before.length === 1 && symbols.get(row.unit)?.includes(nearest)) return row.unit;
  if (last.length === 1 && NAMED.test(nearest)) return null;
  // `temp1_c` and `power0_w`, too
  const quantities = before.map((word) => word.replace(/\d+$/, ""));
  return quantities.some((word) => row.of.has(word)) && !quantities.some((word) => row.not.has(word))
    ? row.unit
    : null;
}

/** The owner's label of a key, or the guess. */
export function labelOf(key: string, labels: Readonly<Record<string, ValueLabel>> = {}): ValueLabel {
  const own = Object.hasOwn(labels, key) ? labels[key] : undefined;
  const isCounter = own?.counter === true;
  return { name: own?.name ?? null, unit: own?.unit ?? unitOf(key), ...(isCounter && { counter: true }) };
}

/** The unit of an area below a value of this unit, by hours: Wh of W. */
export function integralUnit(unit: string | null): string | null {
  if (unit === null) return null;
  return /^[kM]?(W|VA|A)$|^m[WA]$/.test(unit) ? `${unit}h` : `${unit}·h`;
}
