/** What the account's object answers to the worker, beside the sockets it serves. */

import type { SwitchState } from "./control.ts";
import type { Actor } from "./device-events.ts";
import type { View } from "./grants.ts";
import type { ScheduleRef } from "./schedule.ts";
import type { Stream } from "./stream.ts";
import type { LatestValue } from "./telemetry.ts";

/** Where a socket came in, as the edge reports it. */
export interface Edge {
  country: string | null;
  colo: string | null;
  browser: boolean;
}

/** All that the worker tells the object of a socket. */
export interface Arrival extends Edge {
  /** Stands for the address it came from; null where nobody is kept out. */
  address: string | null;
  /** The address itself, sealed by the worker: for the account's owner to see, and for nobody here. */
  from: string | null;
  /** The worker reads for a caller over HTTP; left out: a client of MQTT. */
  stream?: Stream;
}

/** The worker tells the object by this header, and lets none through that came from outside. */
export const EDGE_HEADER = "Switchyard-Edge";

export interface ListedClient extends Edge {
  /** As the worker sealed it. */
  from: string | null;
  /** Stable for the life of the connection; names it in `disconnectClient`. */
  connectionId: string;
  kind: "api-key" | "token" | "credential" | "device";
  /** The row that it logged in with; the device's for a device. */
  id: string;
  /** What its owner calls that row; null for an API key. */
  name: string | null;
  clientId: string;
  protocol: 3 | 4 | 5;
  /** Milliseconds since 1970. */
  since: number;
  /** The last packet, to the second. Milliseconds since 1970. */
  lastSeen: number;
  messagesIn: number;
  messagesOut: number;
  bytesIn: number;
  bytesOut: number;
  /** Filters, a device's automatic ones included. */
  subscriptions: string[];
}

/** Milliseconds since 1970. */
export interface Command {
  state: SwitchState;
  acceptedAt: number;
  /** When the device acknowledged it. */
  deliveredAt: number | null;
  actor: Actor;
}

export interface PastConnection {
  id: string;
  since: number;
  /** Null while it lasts. */
  until: number | null;
  clientId: string;
  protocol: 3 | 4 | 5;
  country: string | null;
  colo: string | null;
}

export interface Presence {
  /** Oldest first. */
  clients: ListedClient[];
  command: Command | null;
  /** The one that gave the command; null where none did, or nobody knows. */
  schedule: ScheduleRef | null;
  sighting: DeviceSighting;
}

/** How a device is, as far as its account's object has seen. */
export interface DeviceSighting {
  connected: boolean;
  /** What it was last told to be, and whether it took it; null where it was told nothing, or nobody knows. */
  state: SwitchState | null;
  taken: boolean | null;
  /** When a connection of it last began or ended; null where none ever did. Milliseconds since 1970. */
  seenAt: number | null;
  /** The last of each key that it measures, by key. */
  values: readonly LatestValue[];
}

export interface StoredEvent {
  id: string;
  deviceId: string;
  /** The name that the device has, or had last. */
  deviceName: string;
  type: string;
  /** Who switched; null for what is no switch. */
  actor: Actor | null;
  /** Which schedule switched; null where none did, or nobody knows. */
  schedule: ScheduleRef | null;
  count: number;
  /** Milliseconds since 1970; no other event of the account has it. */
  at: number;
}

/** How many events a device had. */
export interface DeviceCounts {
  deviceId: string;
  deviceName: string;
  /** One an hour, the oldest first. */
  counts: number[];
}

/** What the account's object holds of what it may. */
export interface Usage {
  events: number;
  retained: number;
  series: number;
  /** Bytes of all of it. */
  storage: number;
}

/** Which events, newest first. */
export interface EventFilters {
  /** Beyond this one. */
  before?: { at: number; id: string } | undefined;
  device?: string | undefined;
  type?: string | undefined;
  /** Inclusive. Milliseconds since 1970. */
  from?: number | undefined;
  /** Exclusive. */
  to?: number | undefined;
  /** In the device's name, or the event's. */
  search?: string | undefined;
  limit: number;
}

export interface StoredRefusal {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  kind: "connect" | "publish" | "subscribe" | "limit";
  clientId: string;
  /** What it logged in as, or claimed to be; null when it claimed nothing that could be checked. */
  clientKind: "api-key" | "token" | "credential" | "device" | null;
  /** The user name that it gave, where it was not let in. */
  clientName: string | null;
  /** The topic, or who it said it was. */
  tried: string;
  rule: string;
  nearest: string | null;
  /** A channel with this topic on this credential would let it pass. */
  fix: { credentialId: string; topic: string } | null;
  /** What would help; null where nothing would. */
  remedy: Remedy | null;
}

/** What would let something pass that was refused, as far as one press can do it. */
export type Remedy =
  /** A channel with this topic, for this credential. */
  | { kind: "grant"; credentialId: string; topic: string }
  /** The other view of topics. */
  | { kind: "view"; credentialId: string; view: View }
  /** All of MQTT for the account. */
  | { kind: "profile" }
  /** A user name that nobody else has. */
  | { kind: "username"; credentialId: string }
  /** This topic in its place, as the client has to write it. */
  | { kind: "topic"; topic: string }
  | { kind: "password"; credentialId: string }
  /** Less of what this limit counts. */
  | { kind: "limit"; limit: string };

/** A client that was turned away before its account's object saw it. */
export type RefusalNote = Pick<StoredRefusal, "clientId" | "clientKind" | "clientName"> & {
  words: string;
  remedy: Remedy | null;
};

/** Seconds until it may be switched: the account has written all the rows of the day. */
export interface SwitchRefused {
  retryAfter: number;
}

export interface SwitchResult {
  acceptedAt: number;
  deliveredAt: number | null;
  connected: boolean;
}
