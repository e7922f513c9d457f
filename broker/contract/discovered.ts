/** Devices discovered by their own announcements, as offered for adoption. */

import * as z from "zod";
import { Control } from "./controls.ts";

/** Topics are as announced. */
export interface DiscoveredListItem {
  /** The same UUID for the same announcement. */
  id: string;
  place: string;
  name: string;
  source: string;
  how: DiscoveredSwitch | { whyNot: string };
  /** True on the last row of a truncated list. */
  truncated: boolean;
}

/** Keys into a JSON message; empty for the whole message. */
const Path = z.array(z.string()).readonly();
export type Path = z.infer<typeof Path>;

/** What a template asks about a value, beside whether it is true. `filter`: it is made a number first. */
const ValueTest = z.object({
  is: z.enum(["==", "<", "<=", "defined"]),
  than: z.union([z.string(), z.number(), z.boolean()]).exactOptional(),
  filter: z.enum(["int", "float"]).exactOptional(),
});
export type ValueTest = z.infer<typeof ValueTest>;

/** The texts that a template writes for a true and for a false value. */
const Truth = z.object({ yes: z.string(), no: z.string(), test: ValueTest.exactOptional() });

/** Where a text stands in a message. */
const TemplateReading = z.object({
  path: Path,
  truth: Truth.exactOptional(),
  isLowerCase: z.boolean().exactOptional(),
  isUpperCase: z.boolean().exactOptional(),
});
export type TemplateReading = z.infer<typeof TemplateReading>;

const Availability = TemplateReading.extend({ topic: z.string(), online: z.string(), offline: z.string() });
export type Availability = z.infer<typeof Availability>;

const StateReport = TemplateReading.extend({ topic: z.string(), on: z.string(), off: z.string() });
export type StateReport = z.infer<typeof StateReport>;

/** How a light writes a colour: channels from 0 to 255, a chromaticity of CIE 1931, or a hue with a saturation. */
const ColorForm = z.enum(["rgb", "rgbw", "rgbww", "xy", "hs"]);
export type ColorForm = z.infer<typeof ColorForm>;

/** A control of the device, as it is offered, and how the device itself is set and reports it. */
export const DiscoveredControl = z.object({
  control: Control,
  /** Commands are this key of the switch's own command, which is JSON; null: they have a topic of their own. */
  commandKey: z.string().nullable(),
  /** The objects in that command that the key stands in, from the outside; the default: none. */
  commandParents: Path.exactOptional(),
  commandTopic: z.string().nullable(),
  /** The payload of a button; other controls send their value. */
  payload: z.string().exactOptional(),
  /** Where the device reports the value; null: it does not, so the value cannot be verified. */
  report: z.object({ topic: z.string(), path: Path }).nullable(),
  /** The device's number for the control's max; null: its numbers are the control's. */
  scale: z.number().nullable(),
  /** Of a colour; the default: `rgb`. */
  colorForm: ColorForm.exactOptional(),
});
export type DiscoveredControl = z.infer<typeof DiscoveredControl>;

/** Topics are as announced. */
export const DiscoveredSwitch = z.object({
  commandTopic: z.string(),
  payloadOn: z.string(),
  payloadOff: z.string(),
  /** It is switched on before its values are sent; the default: after them. */
  isPowerFirst: z.boolean().exactOptional(),
  /** Commands are published with RETAIN. */
  retain: z.boolean(),
  /** Where the device reports its state; null: it does not, so a switch cannot be verified. */
  state: StateReport.nullable(),
  /** Topics on which the device reports its presence. */
  availability: z.array(Availability).readonly(),
  /** With several topics: all, any, or the latest report counts. */
  availabilityMode: z.enum(["all", "any", "latest"]),
  /** Tasmota's topic of regular reports, where no availability topic stands beside it. */
  regularReport: z.string().exactOptional(),
  /** Default: none. */
  controls: z.array(DiscoveredControl).readonly().exactOptional(),
});
export type DiscoveredSwitch = z.infer<typeof DiscoveredSwitch>;
