/** The name of every list and thing that is kept, so that what changes it can say so. */

import type { SeriesSource } from "../../../broker/contract/telemetry.ts";
import type { Search } from "./client.ts";

export const queryKeys = {
  user: ["user"],
  apiKeys: ["api-keys"],
  tokens: ["tokens"],
  channels: ["channels"],
  credentials: ["credentials"],
  settings: ["settings"],
  brokerInfo: ["broker-info"],
  usage: ["usage"],
  /** Every list of devices, of whatever size. */
  devices: ["devices"],
  deviceList: (size?: number) => ["devices", size ?? "all"],
  /** Devices of other makes that are not the account's yet. */
  found: ["found"],
  /** Every device that is looked at alone. */
  oneDevice: ["devices", "one"],
  device: (id: string) => ["devices", "one", id],
  connections: (id: string) => ["connections", id],
  /** The last values of a device or a channel. */
  allValues: ["values"],
  values: (source: SeriesSource) => ["values", source],
  /** One of them over time, whatever the stretch; and its last day. */
  seriesOf: (source: SeriesSource, key: string) => ["series", source, key],
  dayOf: (source: SeriesSource, key: string) => ["day", source, key],
  /** When devices were there and on, as charts draw it. */
  lanes: ["lanes"],
  schedules: (id: string) => ["schedules", id],
  runs: (id: string, scheduleId: string) => ["schedules", id, scheduleId],
  refusals: ["refusals"],
  clients: ["clients"],
  /** Every list of events. */
  events: ["events"],
  /** Not among them: it is asked for seldom, however much happens. */
  eventDevices: ["event devices"],
  eventCounts: ["event counts"],
  eventList: (search: Search<"listEvents">) => ["events", search],
} as const;
