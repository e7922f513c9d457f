/** Samples, or buckets of a minute, an hour, a day (UTC). Without schemas: the command line loads it at each call. */
export const RESOLUTIONS = ["raw", "1m", "1h", "1d"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Days, weeks from Monday and months of a time zone: a day has 23 or 25 hours where clocks change. */
export const PERIODS = ["day", "week", "month"] as const;
export type Period = (typeof PERIODS)[number];

export const isPeriod = (resolution: string): resolution is Period =>
  (PERIODS as readonly string[]).includes(resolution);

/** Aggregates of a bucket. */
export const SERIES_FIELDS = ["avg", "min", "max", "sum", "count", "last"] as const;
export type SeriesField = (typeof SERIES_FIELDS)[number];

/** What a counter added in a bucket, where a fall is a reset; and the area below a power, such as Wh of W. */
const AMOUNT_FIELDS = ["increase", "integral"] as const;
export const QUERIED_FIELDS = [...SERIES_FIELDS, ...AMOUNT_FIELDS] as const;
export type QueriedField = (typeof QUERIED_FIELDS)[number];
