/** Samples, or buckets of a minute, an hour, a day (UTC). Without schemas: the command line loads it at each call. */
export const RESOLUTIONS = ["raw", "1m", "1h", "1d"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];
