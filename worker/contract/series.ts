/** Values of devices and channels: the last of each, and series. */

import * as z from "zod";
import { PERIODS, QUERIED_FIELDS, RESOLUTIONS } from "../../broker/contract/resolution.ts";
import { endpoints, OBJECT_PROBLEMS } from "./endpoint.ts";
import { choice, givenMoment, moment, named, text } from "./fields.ts";
import { MAX_SERIES_NAME, MAX_SERIES_PATH } from "./limits.ts";
import { MESSAGES } from "./sentences.ts";

export const LastValue = z.object({
  key: z.string(),
  /** The owner's name of it. */
  name: z.string().nullable(),
  unit: z.string().nullable(),
  /** The owner declared it a counter, which only grows. */
  counter: z.literal(true).optional(),
  value: z.union([z.number(), z.boolean(), z.string()]),
  at: moment(),
  /** It came over HTTP, and says nothing about the device's connection. */
  by_http: z.boolean(),
  /** Only of a key without samples: the average of its newest written hour, which the device has not reported. */
  average: z.literal(true).optional(),
});
export type LastValue = z.infer<typeof LastValue>;

export const Series = z.object({
  key: z.string(),
  name: z.string().nullable(),
  unit: z.string().nullable(),
  /** The owner declared it a counter, which only grows. */
  counter: z.literal(true).optional(),
  /** As requested, or chosen by `auto`. */
  resolution: z.enum([...RESOLUTIONS, ...PERIODS]),
  /** Of `increase`, `integral` and days, weeks and months: the stored resolution that they are computed from. */
  computed_from: z.enum(["raw", "1m", "1h"]).optional(),
  /** Oldest first, 2,000 at most; null for a gap. */
  points: z.array(z.tuple([moment(), z.number().nullable()])),
});
export type Series = z.infer<typeof Series>;

/** What became of the hours of a call. */
export const WrittenSeries = named("WrittenSeries", {
  key: z.string(),
  /** Hours that had no samples, and have the value now. */
  written: z.int(),
  /** Hours that had samples, which stay. */
  existing: z.int(),
  /** Hours before the time for which values are stored. */
  expired: z.int(),
});
export type WrittenSeries = z.infer<typeof WrittenSeries>;

const filters = {
  /** Inclusive; default: a day before `to`; for days 30 of them, for weeks half a year, for months a year. */
  from: givenMoment().optional(),
  /** Exclusive; default: now. */
  to: givenMoment().optional(),
  /**
   * Default `auto`: the finest that is stored for the whole time and fits into a response. `day`, `week` (from Monday)
   * and `month` are those of `time_zone`.
   */
  resolution: choice([...RESOLUTIONS, ...PERIODS, "auto"]).optional(),
  /** Of days, weeks and months; default: the account's, or UTC. */
  time_zone: text({ max: 64 }).optional(),
  /**
   * The aggregate of each time bucket; default: the average. `increase`: what a counter added, where a fall is a reset
   * from which it counts from zero. `integral`: the area by hours, such as Wh of W. What is between two samples belongs
   * to the bucket of the later one.
   */
  field: choice(QUERIED_FIELDS).optional(),
};

export const inOrder = ({ from, to }: { from?: number | undefined; to?: number | undefined }) =>
  from === undefined || to === undefined || from <= to;
export const BACKWARDS = { path: ["to"], message: "Ensure this moment is not before `from`." };

export const DeviceSeriesQuery = z
  .object({ key: text({ max: MAX_SERIES_NAME }), ...filters })
  .refine(inOrder, BACKWARDS);
export type DeviceSeriesQuery = z.input<typeof DeviceSeriesQuery>;

/** The key is not needed for a channel that is one series. */
export const ChannelSeriesQuery = z
  .object({ key: text({ max: MAX_SERIES_NAME }).optional(), ...filters })
  .refine(inOrder, BACKWARDS);
export type ChannelSeriesQuery = z.input<typeof ChannelSeriesQuery>;

const hourly = { resolution: choice(["1h"]) };

export const DeviceSeriesWrite = z.object({
  /** As devices may name values. */
  key: text({ max: MAX_SERIES_NAME }).refine((key) => /^[\w.-]+$/.test(key), MESSAGES.wrongKey),
  ...hourly,
});

/** The key is one of the channel's series, and not needed for a channel that is one. */
export const ChannelSeriesWrite = z.object({ key: text({ max: MAX_SERIES_NAME }).optional(), ...hourly });

/** RFC 6901: each level begins with a slash; `~` stands only in `~0` and `~1`. */
const POINTER = /^(\/([^~/]|~[01])*)*$/;

/** Not trimmed: a key may begin or end with white space. */
export const pointer = () =>
  z
    .string({
      error: ({ input }) => (input === undefined ? "This field is required." : "Not a valid string."),
    })
    .max(MAX_SERIES_PATH, `Ensure this field has no more than ${MAX_SERIES_PATH} characters.`)
    .refine(
      (value) => POINTER.test(value) && value.isWellFormed(),
      "Not a valid JSON Pointer: write /a/b, or nothing.",
    );

const TelemetryQuery = z.object({
  /**
   * A JSON Pointer (RFC 6901) to the object of values in the body, or to a list of up to 100 such objects; default: all
   * of it. A negative `ts` of an object counts milliseconds back from now.
   */
  from: pointer().optional(),
  /**
   * A JSON Pointer to their time: ISO 8601 with a zone, or seconds, milliseconds, microseconds or nanoseconds since
   * 1970, also as text. Default: `ts` of the object, or now. A negative `ts` counts back from it; with a list it stands
   * for now.
   */
  at: pointer().optional(),
});

/** Of the values in the body. */
const WrittenTelemetry = named("WrittenTelemetry", {
  /** Keys of the values that are stored. */
  kept: z.array(z.string()),
  /**
   * The first 32. `index`: of a list of samples, the place of the wrong entry, from 0. `key` is empty for an entry that
   * is no object.
   */
  refused: z.array(z.object({ index: z.int().optional(), key: z.string(), why: z.string() })),
  /** How many more were refused; absent for none. */
  refused_more: z.int().optional(),
});

export const SERIES_CALLS = endpoints({
  writeTelemetry: {
    method: "POST",
    path: "/v0/devices/on-off/{id}/telemetry/",
    access: "token",
    scopes: ["values:write"],
    status: 202,
    summary:
      "Send values of a device without MQTT, from JSON of any shape; the rules are those of its telemetry topic",
    query: TelemetryQuery,
    takesBytes: "application/json",
    isMessage: true,
    response: WrittenTelemetry,
    problems: [...OBJECT_PROBLEMS, 429],
  },
  readMetrics: {
    method: "GET",
    path: "/v0/values/metrics/",
    access: "token",
    scopes: ["values:read"],
    summary:
      "Devices and values for Prometheus (text 0.0.4, or OpenMetrics 1.0 by `Accept`), without those that are overdue; at most 2,000 lines, and at most ten seconds old, with an `ETag`",
    also: 304,
    media: ["text/plain", "application/openmetrics-text"],
    problems: [503],
  },
});
