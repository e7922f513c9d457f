import type { Resolution } from "../../../../broker/contract/resolution.ts";

export type { Resolution };

export const RESOLUTION_MS: Record<Resolution, number> = {
  raw: 0,
  "1m": 60_000,
  "1h": 3_600_000,
  "1d": 86_400_000,
};

export const RESOLUTION_TEXTS: Record<Resolution, string> = {
  raw: "every sample",
  "1m": "minutes",
  "1h": "hours",
  "1d": "days",
};
