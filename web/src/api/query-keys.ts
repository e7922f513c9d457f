/** The keys of all cached queries. Changes invalidate them by these names. */

import type { SeriesSource } from "../../../broker/contract/telemetry.ts";
import type { CallSearch } from "./client.ts";

export const queryKeys = {
  user: ["user"],
  apiKeys: ["api-keys"],
  tokens: ["tokens"],
  guests: ["guests"],
  passkeys: ["passkeys"],
  channels: ["channels"],
  credentials: ["credentials"],
  settings: ["settings"],
  brokerInfo: ["broker-info"],
  usage: ["usage"],
  /** Every list of devices, of any size. */
  devices: ["devices"],
  deviceList: (size?: number) => ["devices", size ?? "all"],
  /** Discovered devices that are not adopted yet. */
  found: ["found"],
  /** Every device loaded by its id. */
  oneDevice: ["devices", "one"],
  device: (id: string) => ["devices", "one", id],
  connections: (id: string) => ["connections", id],
  /** The last values of a device or a channel. */
  allValues: ["values"],
  values: (source: SeriesSource) => ["values", source],
  /** The chart of one value over any range, and its last day. */
  seriesOf: (source: SeriesSource, key: string) => ["series", source, key],
  dayOf: (source: SeriesSource, key: string) => ["day", source, key],
  /** Presence and switches over time, for charts. */
  lanes: ["lanes"],
  /** Every list of schedules, and their runs. */
  schedulesAndRuns: ["schedules"],
  allSchedules: ["schedules", "all"],
  schedules: (id: string) => ["schedules", id],
  runs: (id: string, scheduleId: string) => ["schedules", id, scheduleId],
  runsOf: (id: string, lists: readonly unknown[]) => ["schedules", id, "runs", lists],
  watches: ["watches"],
  /** Every list of notices. */
  notices: ["notices"],
  noticesOf: (watchId: string) => ["notices", watchId],
  /** Orders to devices that ask first. */
  approvals: ["approvals"],
  targets: ["targets"],
  refusals: ["refusals"],
  clients: ["clients"],
  /** Every list of events. */
  events: ["events"],
  /** Kept messages on the topics of a device. */
  deviceMessages: (id: string) => ["messages of", id],
  /** Not below `events`, so that new events do not refetch it. */
  eventDevices: ["event devices"],
  eventCounts: ["event counts"],
  eventList: (search: CallSearch<"listEvents">) => ["events", search],
} as const;
