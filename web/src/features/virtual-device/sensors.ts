/** What a virtual board measures: a temperature that is set by hand, and a humidity that wanders by itself. Pure. */

export interface Reading {
  /** °C, as the slider stands. */
  temperature: number;
  /** %. */
  humidity: number;
}

export const TEMPERATURES = { min: -10, max: 40, step: 0.5 } as const;
/** Seconds between two readings that nobody asked for. */
export const READING_SECONDS = 5;

export const FIRST_READING: Reading = { temperature: 21, humidity: 55 };

const MEAN = 55;
const PULL = 0.1;
/** Of one reading, in each direction. */
const NOISE = 1.5;

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** The next of a cheap sensor: it wanders, is drawn back to the room's, and is never outside of 0 to 100. `chance` is from 0 to 1. */
export function nextHumidity(before: number, chance: number): number {
  const drawn = before + (MEAN - before) * PULL;
  return tenths(Math.min(Math.max(drawn + (chance - 0.5) * 2 * NOISE, 0), 100));
}

export const telemetryPayload = ({ temperature, humidity }: Reading): string =>
  JSON.stringify({ temperature_c: temperature, humidity_percent: humidity });
