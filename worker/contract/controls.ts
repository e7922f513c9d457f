/** Controls of a device in requests and responses. `broker/contract/controls.ts` decides what they accept. */

import * as z from "zod";
import {
  CONTROL_KINDS,
  type Control,
  ControlValue,
  declarationFault,
} from "../../broker/contract/controls.ts";
import { choice, dictionary, list, moment, text } from "./fields.ts";
import { MAX_SERIES_NAME, MAX_UNIT } from "./limits.ts";
import { MESSAGES } from "./sentences.ts";

/** A control of a device, and its values. */
export const DeviceControl = z.object({
  key: z.string(),
  kind: z.enum(CONTROL_KINDS),
  /** The owner's name; null: derived from the key. */
  name: z.string().nullable(),
  unit: z.string().nullable(),
  /** Of a number: its bounds, and its step from `min`. */
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().optional(),
  /** Of a choice. */
  options: z.array(z.string()).readonly().optional(),
  /** The value of the last accepted command with this key; null without one, and of a button. */
  wanted: ControlValue.nullable(),
  wanted_at: moment().nullable(),
  /** The device took that value before its present session, and has not reported one since: it may have lost it. */
  taken_before_connect: z.literal(true).exactOptional(),
  /** The last value that the device has sent under this key; null without one. */
  reported: ControlValue.nullable(),
  reported_at: moment().nullable(),
});
export type DeviceControl = z.infer<typeof DeviceControl>;

const finite = () => z.number("A valid number is required.");

const GivenControl = dictionary({
  /** As a telemetry key, but not `state`, `ts` or `__proto__`; unique in the device. */
  key: text(),
  kind: choice(CONTROL_KINDS),
  name: text({ max: MAX_SERIES_NAME, blank: true }).nullable().optional(),
  unit: text({ max: MAX_UNIT, blank: true }).nullable().optional(),
  /** A number needs both. */
  min: finite().optional(),
  max: finite().optional(),
  /** Default: 1. */
  step: finite().optional(),
  /** A choice needs 2 to 20 of them, each of 1 to 64 bytes. */
  options: list(z.string("Not a valid string.")).optional(),
});

/** The number of controls is a limit of the service, which the route checks. */
export const givenControls = () =>
  list(GivenControl).transform((given, context): Control[] => {
    const controls = given.map(declared);
    const fault = declarationFault(controls);
    if (fault !== null) context.addIssue({ code: "custom", path: [fault.index], message: fault.sentence });
    return controls;
  });

function declared(given: z.output<typeof GivenControl>): Control {
  const { key, kind, min = Number.NaN, max = Number.NaN, step = 1, options = [] } = given;
  const named = { key, name: given.name || null, unit: given.unit || null };
  if (kind === "number") return { ...named, kind, min, max, step };
  return kind === "choice" ? { ...named, kind, options } : { ...named, kind };
}

/** Keys and values of a command. The account's object checks them against the device's controls. */
export const givenSet = () =>
  z.preprocess(
    (set, context) => {
      // a record would leave it out without an error
      const isNamed = typeof set === "object" && set !== null && Object.hasOwn(set, "__proto__");
      if (isNamed) context.addIssue({ code: "custom", message: MESSAGES.noPrototype });
      return set;
    },
    z.record(z.string(), ControlValue, MESSAGES.wrongSet),
  );
