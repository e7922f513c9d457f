/** What a channel measures: where its messages contain a number, its unit and its name. */

import * as z from "zod";
import { dictionary, text } from "./fields.ts";
import { MAX_SERIES_NAME, MAX_SERIES_PATH, MAX_UNIT } from "./limits.ts";

export const ChannelSeries = z.object({
  /** A JSON Pointer; empty for a bare number. */
  path: z.string(),
  unit: z.string().nullable(),
  /** The key of its values. */
  name: z.string(),
});
export type ChannelSeries = z.infer<typeof ChannelSeries>;

/** RFC 6901: each level begins with a slash; `~` stands only in `~0` and `~1`. */
const POINTER = /^(\/([^~/]|~[01])*)*$/;

/** Not trimmed: a key may begin or end with white space. */
const pointer = () =>
  z
    .string({
      error: ({ input }) => (input === undefined ? "This field is required." : "Not a valid string."),
    })
    .max(MAX_SERIES_PATH, `Ensure this field has no more than ${MAX_SERIES_PATH} characters.`)
    .refine(
      (value) => POINTER.test(value) && value.isWellFormed(),
      "Not a valid JSON Pointer: write /a/b, or nothing.",
    );

export const ChannelSeriesBody = dictionary({
  path: pointer(),
  unit: text({ max: MAX_UNIT, blank: true }).nullable().optional(),
  name: text({ max: MAX_SERIES_NAME }),
});
