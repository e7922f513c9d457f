/** What devices and channels measure: last values, and series of them over time. */

export type SeriesSource = { device: string } | { channel: string };

/** Of a sample, or of all of a bucket of time. */
export const SERIES_FIELDS = ["avg", "min", "max", "sum", "count", "last"] as const;
export type SeriesField = (typeof SERIES_FIELDS)[number];

/** Samples as they came, or buckets of a minute, an hour, a day (UTC). */
export const RESOLUTIONS = ["raw", "1m", "1h", "1d"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** What the owner of a device calls one of its keys; null where it is as the key says. */
export interface ValueLabel {
  name: string | null;
  unit: string | null;
}

export interface LatestValue {
  key: string;
  /** Null where nobody gave it one. */
  name: string | null;
  /** Null where nobody said it. */
  unit: string | null;
  value: number | boolean | string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface SeriesQuery {
  source: SeriesSource;
  /** Null: the one of the channel. */
  key: string | null;
  /** Inclusive. Milliseconds since 1970. */
  from: number;
  /** Exclusive. */
  to: number;
  resolution: Resolution | "auto";
  field: SeriesField;
}

export interface SeriesAnswer {
  key: string;
  name: string | null;
  unit: string | null;
  /** As asked for; for "auto" the finest that is kept for all of the time and has room in an answer. */
  resolution: Resolution;
  /** Oldest first; null where a bucket, or the time between two samples, has none. */
  points: [number, number | null][];
}

/** Points of one answer. */
export const MAX_POINTS = 2000;

/** A channel whose messages are a series. */
export interface SeriesRights {
  channelId: string;
  topic: string;
  /** A JSON Pointer; empty for a bare number. */
  path: string;
  unit: string | null;
  name: string;
}

/** What the metrics of an account are made of: its devices and its values as numbers, at one moment. */
export interface AccountMetrics {
  /** Milliseconds since 1970. */
  at: number;
  devices: { id: string; name: string; connected: boolean; on: boolean }[];
  values: MetricValue[];
  /** How many devices and values had no room. */
  leftOut: number;
}

export interface MetricValue {
  /** Of a channel that is a series: its topic without the account's prefix. */
  source: { device: string; name: string } | { channel: string; topic: string };
  key: string;
  unit: string | null;
  value: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** Lines of an answer. A device has two of them (connected, on), a value too (itself, its age). */
export const MAX_METRIC_LINES = 2000;
/** HELP and TYPE of four metrics, and the end. */
const METRIC_HEAD = 9;
export const MAX_METRIC_ROWS = Math.floor((MAX_METRIC_LINES - METRIC_HEAD) / 2);
