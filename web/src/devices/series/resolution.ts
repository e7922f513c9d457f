import type { Period, Resolution } from "../../../../broker/contract/resolution.ts";

export type { Resolution };
export type SeriesResolution = Resolution | Period;

/** Days, weeks and months by the clocks are about as long. */
export const RESOLUTION_MS: Record<SeriesResolution, number> = {
  raw: 0,
  "1m": 60_000,
  "1h": 3_600_000,
  "1d": 86_400_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
};

export const RESOLUTION_TEXTS: Record<SeriesResolution, string> = {
  raw: "every sample",
  "1m": "minutes",
  "1h": "hours",
  "1d": "days",
  day: "days",
  week: "weeks",
  month: "months",
};
