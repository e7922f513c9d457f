/** What devices and channels measure: the last of each value, and series over time. */

import { z } from "zod";
import { RESOLUTIONS, SERIES_FIELDS } from "../../broker/contract/telemetry.ts";
import { choice, givenMoment, moment, text } from "./fields.ts";
import { MAX_SERIES_NAME } from "./limits.ts";

export const LastValue = z.object({
  key: z.string(),
  /** What the device's owner calls it. */
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
  /** As asked for, or what `auto` chose. */
  resolution: z.enum(RESOLUTIONS),
  /** Oldest first, 2,000 at most; null where there was nothing. */
  points: z.array(z.tuple([moment(), z.number().nullable()])),
});
export type Series = z.infer<typeof Series>;

const filters = {
  /** Inclusive; left out: a day before `to`. */
  from: givenMoment().optional(),
  /** Exclusive; left out: now. */
  to: givenMoment().optional(),
  /** `auto`, where it is left out: the finest that is kept for all of the time and has room in an answer. */
  resolution: choice([...RESOLUTIONS, "auto"]).optional(),
  /** What is told of each bucket of time: its average, where it is left out. */
  field: choice(SERIES_FIELDS).optional(),
};

const inOrder = ({ from, to }: { from?: number | undefined; to?: number | undefined }) =>
  from === undefined || to === undefined || from <= to;
const BACKWARDS = { path: ["to"], message: "Ensure this moment is not before `from`." };

export const DeviceSeriesQuery = z
  .object({ key: text({ max: MAX_SERIES_NAME }), ...filters })
  .refine(inOrder, BACKWARDS);
export type DeviceSeriesQuery = z.input<typeof DeviceSeriesQuery>;

/** A channel is one series: which one need not be said. */
export const ChannelSeriesQuery = z
  .object({ key: text({ max: MAX_SERIES_NAME }).optional(), ...filters })
  .refine(inOrder, BACKWARDS);
export type ChannelSeriesQuery = z.input<typeof ChannelSeriesQuery>;
