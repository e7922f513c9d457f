/** A device of somebody else's making that announces itself, as it is offered. */

/** Topics as it announced them. */
export interface DiscoveredListItem {
  /** The same for the same announcement. A UUID. */
  id: string;
  place: string;
  name: string;
  source: string;
  how: DiscoveredSwitch | { whyNot: string };
  /** True on the last row of a list that was cut: there are more. */
  truncated: boolean;
}

/** Where in a message something stands: keys into JSON; empty for the message itself. */
export type Path = readonly string[];

/** Topics as they were announced. */
export interface DiscoveredSwitch {
  commandTopic: string;
  payloadOn: string;
  payloadOff: string;
  /** Commands are kept for whoever comes later. */
  retain: boolean;
  /** What it says of itself; null where it says nothing, and so proves nothing. */
  state: { topic: string; path: Path; on: string; off: string } | null;
  /** Where it says whether it is there. */
  availability: readonly Availability[];
  /** Of several: all, any, or the one that spoke last. */
  availabilityMode: "all" | "any" | "latest";
}

export interface Availability {
  topic: string;
  path: Path;
  online: string;
  offline: string;
}
