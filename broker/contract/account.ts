/**
 * The values that the account's object returns to the worker, and the facts of a socket that the worker passes to it.
 */

import * as z from "zod";
import type { TooManyWait } from "./approval.ts";
import type { SwitchState } from "./control.ts";
import { ControlSet, type WantedValues } from "./controls.ts";
import { ACTORS, type Actor, type Allowed } from "./device-events.ts";
import { VIEWS } from "./grants.ts";
import type { Mistake } from "./mistake.ts";
import { ScheduleRef } from "./schedule.ts";
import { Stream } from "./stream.ts";
import type { LatestValue } from "./telemetry.ts";

/** Origin of a socket, as Cloudflare's edge reports it. */
const Edge = z.object({
  country: z.string().nullable(),
  colo: z.string().nullable(),
  browser: z.boolean(),
});
export type Edge = z.infer<typeof Edge>;

/** The facts of a socket that the worker passes to the object. */
export const Arrival = Edge.extend({
  /** A digest of the client's address, for the block list; null when addresses are not blocked. */
  address: z.string().nullable(),
  /** The address, sealed by the worker: only the account's owner sees it. */
  from: z.string().nullable(),
  /** The worker reads for a caller over HTTP; omitted for an MQTT client. */
  stream: Stream.exactOptional(),
  /** The worker has read the CONNECT, and holds back failing logins: see `READ_CONNECT_HEADER`. */
  isConnectRead: z.literal(true).exactOptional(),
});
export type Arrival = z.infer<typeof Arrival>;

/** The worker sets this header, and passes on none of the client's. */
export const EDGE_HEADER = "Switchyard-Edge";

/**
 * The object sets this header on a 429 when its block is for connections without a login: an upgrade does not show which
 * program of the address they are of. The worker then reads the CONNECT before it asks the object again.
 */
export const READ_CONNECT_HEADER = "Switchyard-Read-Connect";

export interface ListedClient extends Edge {
  /** Sealed by the worker. */
  from: string | null;
  /** Stable for the life of the connection; `disconnectClient` takes it. */
  connectionId: string;
  /** `guest`: a page that is open with a guest's link. */
  kind: "api-key" | "token" | "guest" | "credential" | "device";
  /** The row that the client logged in with; for a device the device's id. */
  id: string;
  /** The owner's label of that row; null for an API key. */
  name: string | null;
  clientId: string;
  protocol: 3 | 4 | 5;
  /** Milliseconds since 1970. */
  since: number;
  /** Time of the last packet, to the second. Milliseconds since 1970. */
  lastSeen: number;
  messagesIn: number;
  messagesOut: number;
  bytesIn: number;
  bytesOut: number;
  /** Includes a device's automatic filters. */
  subscriptions: string[];
  /** Number of filters that the list has no room for; omitted when it has all. */
  moreSubscriptions?: number;
}

/** Milliseconds since 1970. */
export interface Command {
  state: SwitchState;
  acceptedAt: number;
  /** When the device acknowledged it. */
  deliveredAt: number | null;
  actor: Actor;
}

/** The facts of a connection that its `connected` event stores. */
export const BeganConnection = Edge.omit({ browser: true }).extend({
  since: z.number(),
  clientId: z.string(),
  protocol: z.literal([3, 4, 5]),
});
export type BeganConnection = z.infer<typeof BeganConnection>;

export interface PastConnection extends BeganConnection {
  id: string;
  /** Null while the connection lasts. */
  until: number | null;
  /** The close code if the service ended it; null otherwise. */
  closed: number | null;
}

export interface Presence {
  /** Oldest first. */
  clients: ListedClient[];
  command: Command | null;
  /** The schedule that sent the command; null for another sender, or when unknown. */
  schedule: ScheduleRef | null;
  /** The same for a watch. */
  watch: ScheduleRef | null;
  /** The name of the guest who sent the command; null for another sender, or when unknown. */
  guest: string | null;
  sighting: DeviceSighting;
  /** The caller is a guest: without topics. */
  isForGuest?: true;
}

export interface ListedDevices {
  /** By device. */
  sightings: Record<string, DeviceSighting>;
  /** The ids of the devices that the caller may see; null: all. */
  shown: string[] | null;
  /** The caller is a guest. */
  isForGuest: boolean;
}

/** The state of a device as its account's object knows it. */
export interface DeviceSighting {
  connected: boolean;
  /** State of the last command, and whether the device took it; null when never switched or unknown. */
  state: SwitchState | null;
  taken: boolean | null;
  /** It was taken before the device began its present session. */
  takenBeforeConnect: boolean;
  /** Values that were wanted before were taken before that session; 0: none. Milliseconds since 1970. */
  valuesBefore: number;
  /** When a connection of the device last began or ended; null: never. Milliseconds since 1970. */
  seenAt: number | null;
  /** The wanted value of each control, by key. */
  wanted: WantedValues;
  /** The latest value of each telemetry key, by key. */
  values: readonly LatestValue[];
}

export const StoredMistake: z.ZodType<Mistake> = z.object({
  reason: z.string(),
  remedy: z.string().nullable(),
  key: z.string().exactOptional(),
  byte: z.number().exactOptional(),
});

export const StoredAllowed: z.ZodType<Allowed> = z.object({ at: z.number(), browser: z.string() });

export const StoredEvent = z.object({
  id: z.string(),
  deviceId: z.string(),
  /** The device's name; for a removed device its last one. */
  deviceName: z.string(),
  type: z.string(),
  /** Null for an event that is not a switch. */
  actor: z.enum(ACTORS).nullable(),
  /** Null for an event without a schedule, or when unknown. */
  schedule: ScheduleRef.nullable(),
  /** The guest's name; null for an event without a guest. */
  guest: z.string().nullable().default(null),
  /** The values of controls in a switch; null without any, and for other events. */
  set: ControlSet.nullable().default(null),
  /** It set values of controls, and the device was wanted in this state before. */
  isStateKept: z.boolean().default(false),
  /** The owner was asked first. */
  allowed: StoredAllowed.exactOptional(),
  /** Of the actor `watch`: null when unknown. */
  watch: ScheduleRef.nullable().exactOptional(),
  count: z.number(),
  /** Milliseconds since 1970; unique within the account. */
  at: z.number(),
  /** Null for an event that is no error, and for errors of earlier releases. */
  mistake: StoredMistake.nullable().default(null),
});
export type StoredEvent = z.infer<typeof StoredEvent>;

/** Numbers of events of a device. */
export interface DeviceCounts {
  deviceId: string;
  deviceName: string;
  /** One per hour, oldest first. */
  counts: number[];
}

/** The busiest devices first. */
export interface BusiestDevices {
  devices: DeviceCounts[];
  /** Number of devices with events. */
  total: number;
}

/** How much of its limits an account uses. */
export interface Usage {
  events: number;
  retained: number;
  series: number;
  /** Bytes of the object's storage. */
  storage: number;
}

/** Filters of the list of events, which is newest first. */
export interface EventFilters {
  /** Continues behind this event. */
  before?: { at: number; id: string } | undefined;
  device?: string | undefined;
  type?: string | undefined;
  /** Inclusive. Milliseconds since 1970. */
  from?: number | undefined;
  /** Exclusive. */
  to?: number | undefined;
  /** A part of the device's or the event's name. */
  search?: string | undefined;
  limit: number;
}

/** A change that allows a refused action with one click. */
const Remedy = z.discriminatedUnion("kind", [
  /** A channel with this topic, for this credential. */
  z.object({ kind: z.literal("grant"), credentialId: z.string(), topic: z.string() }),
  /** The other view of topics. */
  z.object({ kind: z.literal("view"), credentialId: z.string(), view: z.enum(VIEWS) }),
  /** All of MQTT for the account. */
  z.object({ kind: z.literal("profile") }),
  /** A unique user name. */
  z.object({ kind: z.literal("username"), credentialId: z.string() }),
  /** The topic as the client has to write it. */
  z.object({ kind: z.literal("topic"), topic: z.string() }),
  z.object({ kind: z.literal("password"), credentialId: z.string() }),
  /** Less use of this limit. */
  z.object({ kind: z.literal("limit"), limit: z.string() }),
]);
export type Remedy = z.infer<typeof Remedy>;

/**
 * `message`: a device's message was delivered, but its content cannot be read; `protocol`: a device broke the standard.
 * The others were refused.
 */
export const REFUSAL_KINDS = ["connect", "publish", "subscribe", "limit", "message", "protocol"] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

/** As stored: a row of an earlier release may lack fields. */
export const StoredRefusal = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  kind: z.enum(REFUSAL_KINDS).default("limit"),
  clientId: z.string().default(""),
  /** What the client logged in as or claimed to be; null without a claim that could be checked. */
  clientKind: z.enum(["api-key", "token", "credential", "device"]).nullable().default(null),
  /** The user name of a rejected login. */
  clientName: z.string().nullable().default(null),
  /** The topic, or the claimed identity. */
  tried: z.string().default(""),
  rule: z.string().default(""),
  nearest: z.string().nullable().default(null),
  /** A channel with this topic on this credential would allow the action. */
  fix: z.object({ credentialId: z.string(), topic: z.string() }).nullable().catch(null).default(null),
  /** A change that would allow the action; null when no single change does. */
  remedy: Remedy.nullable().catch(null).default(null),
  /** What to do, in one sentence, when it does not follow from `remedy`. */
  advice: z.string().exactOptional(),
  /** What is at fault in the message. */
  key: z.string().exactOptional(),
  /** What is at fault in the message, counted from 1. */
  byte: z.number().exactOptional(),
  /** How often it happened within ten seconds, or a failed login within ten minutes; omitted for 1. */
  count: z.number().exactOptional(),
  /** Of a failed login: a digest of the address that it came from. */
  address: z.string().exactOptional(),
  /** The device that made the mistake, or whose topic it was made on; omitted without one. */
  deviceId: z.string().exactOptional(),
});
export type StoredRefusal = z.infer<typeof StoredRefusal>;

/** A client that the worker rejected before its object was called, or cut. */
export type RefusalNote = Pick<StoredRefusal, "clientId" | "clientKind" | "clientName"> & {
  words: string;
  remedy: Remedy | null;
  /** Default: `connect`. */
  kind?: StoredRefusal["kind"];
  /** What to do, in one sentence, when it does not follow from `remedy`. */
  advice?: string;
  /** A digest of its address; null when unknown. */
  address?: string | null;
};

/**
 * Seconds until the device may be switched: the account, or all its guests, have used up their rows of the day. Or a
 * value that does not fit.
 */
export type SwitchRefused = { retryAfter: number; isOfGuests?: true } | { mistake: Mistake } | TooManyWait;

export interface SwitchResult {
  acceptedAt: number;
  deliveredAt: number | null;
  connected: boolean;
  /** As in the message; null without any. */
  set: ControlSet | null;
}

/** Current activity of an account, for the operator. */
export interface Activity {
  connections: number;
  /** Sessions stored without a connection. */
  resting: number;
  /** Messages that clients published per second, over the last ten seconds. */
  messagesRate: number;
  bytesRate: number;
  blocked: BlockedClient[];
}

/** An entry of the block list, with where the client came from. */
export interface BlockedClient {
  /** An address; a name or client identifier; a client that logged in; or clients held back after a restart. */
  what: "address" | "name" | "client" | "restart";
  /** The row that the client logged in with; for a device the device's id. */
  id: string | null;
  /** Milliseconds since 1970. */
  until: number;
  times: number;
  why: string;
}

// What the owner of an account can do about a refusal, in one sentence.

export function adviceOf(remedy: Remedy): string {
  switch (remedy.kind) {
    case "grant":
      return `On the page "Blocked attempts", allow the credential to use the topic ${remedy.topic}.`;
    case "view":
      return `On the page "Blocked attempts", show the credential its topics ${remedy.view === "root" ? "without" : "with"} the account's prefix.`;
    case "profile":
      return 'On the page "Blocked attempts", allow QoS 2 and retained messages.';
    case "username":
      return 'On the page "Blocked attempts", make a unique user name, and enter it in the client.';
    case "topic":
      return `Write this topic in the client: ${remedy.topic}.`;
    case "password":
      return "Enter the credential's present password in the client.";
    case "limit":
      return `Stay below the limit ${remedy.limit}, or ask the operator of this service for a higher one.`;
  }
}
