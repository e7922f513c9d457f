/** Guesses the unit of a value from its key, as programmers name it. Ambiguous keys have no unit. */

import type { ValueLabel } from "../contract/telemetry.ts";

/** Units and the last words of keys that have them, as used by Tasmota, ESPHome, Shelly and Home Assistant. */
const WORDS: Record<string, string> = {
  "°C": "c tc celsius degc",
  "°F": "f tf fahrenheit degf",
  K: "k kelvin",
  "%": "pct percent",
  V: "v volt volts",
  mV: "mv millivolts",
  kV: "kv",
  A: "a amp amps",
  mA: "ma",
  mAh: "mah",
  Ah: "ah",
  W: "w watt watts",
  kW: "kw",
  VA: "va",
  var: "var",
  Wh: "wh",
  kWh: "kwh",
  Hz: "hz",
  kHz: "khz",
  Pa: "pa",
  hPa: "hpa",
  kPa: "kpa",
  mbar: "mbar",
  bar: "bar",
  psi: "psi",
  ppm: "ppm",
  ppb: "ppb",
  lx: "lux lx",
  lm: "lm",
  dB: "db",
  dBm: "dbm",
  dBA: "dba",
  m: "m",
  cm: "cm",
  mm: "mm",
  km: "km",
  s: "s sec seconds",
  ms: "ms",
  min: "minutes",
  h: "h hr hours",
  rpm: "rpm",
  "°": "deg degrees",
  kg: "kg",
  g: "g",
  mg: "mg",
  L: "l liters litres",
  mL: "ml",
  "m³": "m3",
  "km/h": "kmh kph km_h",
  "m/s": "mps m_s",
  "L/min": "lpm l_min",
  "µg/m³": "ugm3 ug_m3",
  "mg/m³": "mg_m3",
  "g/m³": "g_m3",
  B: "bytes",
  kB: "kb",
  MB: "mb",
};
const UNITS = new Map(
  Object.entries(WORDS).flatMap(([unit, words]) => words.split(" ").map((word) => [word, unit] as const)),
);

/** `temp_min` is a minimum; `run_min` is minutes. */
const MINUTES =
  /(time|timer|timeout|run|on|off|up|age|delay|duration|interval|period|elapsed|remaining|left)[_.-]min$/i;
const LETTERED = /(phase|line|channel|relay|port|voltage|power|energy)[_.-][acf]$|current[_.-][cf]$/i;

export function unitOf(key: string): string | null {
  if (MINUTES.test(key)) return "min";
  if (LETTERED.test(key)) return null;
  const words = key.toLowerCase().split(/[_.-]/);
  if (words.length < 2) return null;
  const two = words.length > 2 ? UNITS.get(words.slice(-2).join("_")) : undefined;
  return two ?? UNITS.get(words.at(-1) ?? "") ?? null;
}

/** The owner's label of a key, or the guess. */
export function labelOf(key: string, labels: Readonly<Record<string, ValueLabel>> = {}): ValueLabel {
  const own = Object.hasOwn(labels, key) ? labels[key] : undefined;
  return { name: own?.name ?? null, unit: own?.unit ?? unitOf(key) };
}
