/** The condition of a watch, as it is given and as it is shown. */

import * as z from "zod";
import { WATCHED_EVENTS } from "../../broker/contract/device-events.ts";
import { choice, dictionary, duration, list, text, uuid } from "./fields.ts";
import { MAX_SERIES_NAME, MAX_WATCH_DURATION } from "./limits.ts";
import { MESSAGES } from "./sentences.ts";

export const INCREASE_TIMES = ["PT1H", "P1D"] as const;

/** Parsed to milliseconds. */
export const milliseconds = (min: number, tooShort: string) =>
  duration({ min, max: MAX_WATCH_DURATION, tooShort }).transform((seconds) => Math.round(seconds * 1000));
const waiting = () => milliseconds(1, MESSAGES.durationTooShort);
const number = () => z.number("A valid number is required.");

/** Exactly one kind of condition, which is checked when the watch is stored. */
export const GivenCondition = dictionary({
  device: uuid().optional(),
  /** The value's key; for `silent_for`, `above`, `below`, `differs_for` and `increase_above`. */
  key: text({ max: MAX_SERIES_NAME }).optional(),
  /** How long the device must be disconnected, such as `PT2M`. */
  lost_for: waiting().optional(),
  /** How long no sample must arrive; `auto`: three times the usual interval. */
  silent_for: z.union([z.literal("auto"), waiting()]).optional(),
  above: number().optional(),
  below: number().optional(),
  /** The value at which it is well again; without it the threshold. */
  clear: number().optional(),
  /** How long the value must be beyond the threshold; without it one minute. */
  for: waiting().optional(),
  /** How long a command must stay without an acknowledgement. */
  not_taken_for: waiting().optional(),
  /** How long a control's reported value must differ from the wanted one after the device took it. */
  differs_for: waiting().optional(),
  /** What a counter may add within `in`; a fall is a reset, from which it counts from zero. */
  increase_above: number().optional(),
  /** The last hour or the last 24 hours; default: `P1D`. */
  in: choice(INCREASE_TIMES).optional(),
  /** A notice for each such event; without `device`, of every device. */
  events: list(choice(WATCHED_EVENTS), WATCHED_EVENTS.length).optional(),
}).meta({ examples: [{ device: "2f1c7a0e-5d34-4c1b-9a57-0c6d3e8b1a42", lost_for: "PT5M" }] });
export type GivenCondition = z.output<typeof GivenCondition>;

export const WatchCondition = z.object({
  device: uuid().optional(),
  key: z.string().optional(),
  lost_for: z.string().optional(),
  silent_for: z.string().optional(),
  above: z.number().optional(),
  below: z.number().optional(),
  clear: z.number().optional(),
  for: z.string().optional(),
  not_taken_for: z.string().optional(),
  differs_for: z.string().optional(),
  increase_above: z.number().optional(),
  in: z.enum(INCREASE_TIMES).optional(),
  events: z.array(z.enum(WATCHED_EVENTS)).optional(),
});
export type WatchCondition = z.infer<typeof WatchCondition>;
