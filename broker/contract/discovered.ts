/** Devices discovered by their own announcements, as offered for adoption. */

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
export type Path = readonly string[];

/** Topics are as announced. */
export interface DiscoveredSwitch {
  commandTopic: string;
  payloadOn: string;
  payloadOff: string;
  /** Commands are published with RETAIN. */
  retain: boolean;
  /** Where the device reports its state; null: it does not, so a switch cannot be verified. */
  state: { topic: string; path: Path; on: string; off: string } | null;
  /** Topics on which the device reports its presence. */
  availability: readonly Availability[];
  /** With several topics: all, any, or the latest report counts. */
  availabilityMode: "all" | "any" | "latest";
}

export interface Availability {
  topic: string;
  path: Path;
  online: string;
  offline: string;
}
