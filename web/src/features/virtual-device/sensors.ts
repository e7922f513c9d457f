/** The values of a virtual board: a temperature set by hand and a simulated humidity. Pure. */

export interface SensorReading {
  /** °C, set by the slider. */
  temperature: number;
  /** Percent. */
  humidity: number;
}

export const TEMPERATURES = { min: -10, max: 40, step: 0.5 } as const;
/** Seconds between periodic readings. */
export const READING_SECONDS = 5;

export const FIRST_READING: SensorReading = { temperature: 21, humidity: 55 };

const MEAN = 55;
const PULL = 0.1;
/** Maximum change of a reading, in percent. */
const NOISE = 1.5;

const tenths = (value: number): number => Math.round(value * 10) / 10;

/**
 * Returns the next value of a simulated sensor: a random walk around the room's humidity, within 0 to 100. `chance` is
 * from 0 to 1.
 */
export function nextHumidity(before: number, chance: number): number {
  const drawn = before + (MEAN - before) * PULL;
  return tenths(Math.min(Math.max(drawn + (chance - 0.5) * 2 * NOISE, 0), 100));
}

export const telemetryPayload = ({ temperature, humidity }: SensorReading): string =>
  JSON.stringify({ temperature_c: temperature, humidity_percent: humidity });
