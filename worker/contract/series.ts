/** Values of devices and channels: the last of each, and series. */

import * as z from "zod";
import { RESOLUTIONS, SERIES_FIELDS } from "../../broker/contract/telemetry.ts";
import { endpoints } from "./endpoint.ts";
import { choice, givenMoment, moment, named, text } from "./fields.ts";
import { MAX_SERIES_NAME } from "./limits.ts";
import { MESSAGES } from "./sentences.ts";

export const LastValue = z.object({
  key: z.string(),
  /** The owner's name of it. */
  name: z.string().nullable(),
  unit: z.string().nullable(),
  value: z.union([z.number(), z.boolean(), z.string()]),
  at: moment(),
});
export type LastValue = z.infer<typeof LastValue>;

export const Series = z.object({
  key: z.string(),
  name: z.string().nullable(),
  unit: z.string().nullable(),
  /** As requested, or chosen by `auto`. */
  resolution: z.enum(RESOLUTIONS),
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
  /** Inclusive; default: a day before `to`. */
  from: givenMoment().optional(),
  /** Exclusive; default: now. */
  to: givenMoment().optional(),
  /** Default `auto`: the finest that is stored for the whole time and fits into a response. */
  resolution: choice([...RESOLUTIONS, "auto"]).optional(),
  /** The aggregate of each time bucket; default: the average. */
  field: choice(SERIES_FIELDS).optional(),
};

const inOrder = ({ from, to }: { from?: number | undefined; to?: number | undefined }) =>
  from === undefined || to === undefined || from <= to;
const BACKWARDS = { path: ["to"], message: "Ensure this moment is not before `from`." };

export const DeviceSeriesQuery = z
  .object({ key: text({ max: MAX_SERIES_NAME }), ...filters })
  .refine(inOrder, BACKWARDS);
export type DeviceSeriesQuery = z.input<typeof DeviceSeriesQuery>;

/** Not needed for a channel, which is one series. */
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

/** A channel is one series, whose key its owner chose. */
export const ChannelSeriesWrite = z.object(hourly);

export const SERIES_CALLS = endpoints({
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
