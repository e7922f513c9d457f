/** Devices discovered by their own announcements, as offered for adoption. */

import * as z from "zod";

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

const Availability = z.object({ topic: z.string(), path: Path, online: z.string(), offline: z.string() });
export type Availability = z.infer<typeof Availability>;

const StateReport = z.object({ topic: z.string(), path: Path, on: z.string(), off: z.string() });
export type StateReport = z.infer<typeof StateReport>;

/** Topics are as announced. */
export const DiscoveredSwitch = z.object({
  commandTopic: z.string(),
  payloadOn: z.string(),
  payloadOff: z.string(),
  /** Commands are published with RETAIN. */
  retain: z.boolean(),
  /** Where the device reports its state; null: it does not, so a switch cannot be verified. */
  state: StateReport.nullable(),
  /** Topics on which the device reports its presence. */
  availability: z.array(Availability).readonly(),
  /** With several topics: all, any, or the latest report counts. */
  availabilityMode: z.enum(["all", "any", "latest"]),
});
export type DiscoveredSwitch = z.infer<typeof DiscoveredSwitch>;
