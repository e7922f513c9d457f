/** Measured values of devices and channels: latest values and series. */

import * as z from "zod";
import type { Period, QueriedField, Resolution } from "./resolution.ts";

export type SeriesSource = { device: string } | { channel: string };

export { type QueriedField, SERIES_FIELDS, type SeriesField } from "./resolution.ts";

/** The owner's name and unit of a telemetry key; null: derived from the key. */
export const ValueLabel = z.object({
  name: z.string().nullable(),
  unit: z.string().nullable(),
  /** The value only grows, except for resets; absent for any other. */
  counter: z.literal(true).exactOptional(),
});
export type ValueLabel = z.infer<typeof ValueLabel>;

export interface LatestValue {
  key: string;
  /** Null without an owner's name. */
  name: string | null;
  /** Null when unknown. */
  unit: string | null;
  /** The owner declared it a counter. */
  counter?: true;
  value: number | boolean | string;
  /** Milliseconds since 1970. */
  at: number;
  /** It came over HTTP, and says nothing about a connection. */
  byHttp?: true;
  /** The average of an hour that another service measured: the key has no sample. */
  isAverage?: true;
}

export interface SeriesQuery {
  source: SeriesSource;
  /** Null: the only series of the channel. */
  key: string | null;
  /** Inclusive. Milliseconds since 1970. */
  from: number;
  /** Exclusive. */
  to: number;
  resolution: Resolution | Period | "auto";
  /** Of periods; default: UTC. */
  timeZone?: string;
  field: QueriedField;
}

/** Values of whole hours, such as another service stored them. */
export interface HoursToWrite {
  source: SeriesSource;
  /** Null: the only series of the channel. */
  key: string | null;
  /** The beginnings of hours in milliseconds since 1970, and the values, ordered by time. */
  hours: readonly (readonly [at: number, value: number])[];
}

/** How many hours were written, had samples already, or are older than values are stored. */
export interface HoursWritten {
  key: string;
  written: number;
  existing: number;
  expired: number;
}

/**
 * Why a series was not read or written: the channel has none, or several of which none was named, or none of this name;
 * or there is no room for another series.
 */
export interface SeriesFault {
  fault: "noSeries" | "severalSeries" | "noSuchSeries" | "noSeriesRoom";
}

/** Values of a device from software that speaks no MQTT. */
export interface TelemetryToWrite {
  deviceId: string;
  /** JSON. */
  body: Uint8Array;
  /** JSON Pointers into the body: to the object of values; and to its time, null for none. */
  from: string;
  at: string | null;
}

export interface RefusedValue {
  /** The place of its entry in a list, from 0; absent without a list. */
  index?: number;
  /** Empty for an entry that is no object. */
  key: string;
  why: string;
}

export interface TelemetryWritten {
  kept: string[];
  /** At most `MAX_MISTAKES`. */
  refused: RefusedValue[];
  /** How many more were refused; absent for none. */
  refused_more?: number;
}

export interface SeriesAnswer {
  key: string;
  name: string | null;
  unit: string | null;
  /** As requested; for "auto" the finest that is stored for the whole range and fits into an answer. */
  resolution: Resolution | Period;
  /** Of amounts and periods: the stored resolution from which they were computed. */
  computed_from?: Exclude<Resolution, "1d">;
  /** The owner declared it a counter. */
  counter?: true;
  /** Oldest first; null for an empty bucket or a gap between samples. */
  points: [number, number | null][];
}

/** Points per answer. */
export const MAX_POINTS = 2000;

/** A series of a channel: a value in each of its messages that is stored. */
export const SeriesRights = z.object({
  channelId: z.string(),
  topic: z.string(),
  /** A JSON Pointer; empty for a bare number. */
  path: z.string(),
  unit: z.string().nullable(),
  name: z.string(),
  counter: z.literal(true).exactOptional(),
});
export type SeriesRights = z.infer<typeof SeriesRights>;

/** Devices and numeric values of an account at one moment, for the Prometheus endpoint. */
export interface AccountMetrics {
  /** Milliseconds since 1970. */
  at: number;
  devices: { id: string; name: string; connected: boolean; on: boolean }[];
  values: MetricValue[];
  /** Number of devices and values beyond the limit. */
  leftOut: number;
}

export interface MetricValue {
  /** For a channel: its topic without the account's prefix. */
  source: { device: string; name: string } | { channel: string; topic: string };
  key: string;
  unit: string | null;
  value: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** Lines per answer. A device has two (connected, on), and so has a value (itself, its age). */
export const MAX_METRIC_LINES = 2000;
/** HELP and TYPE of four metrics, and the end line. */
const METRIC_HEAD = 9;
export const MAX_METRIC_ROWS = Math.floor((MAX_METRIC_LINES - METRIC_HEAD) / 2);
