/** What the broker needs from outside. The worker implements it over D1; tests implement it with arrays. */

import * as z from "zod";
import type { ApprovalMessage } from "./contract/approval.ts";
import { ON_CONNECT } from "./contract/control.ts";
import { Control } from "./contract/controls.ts";
import { ASKED_CALLERS } from "./contract/device-events.ts";
import { DiscoveredSwitch } from "./contract/discovered.ts";
import { Grant, type ProfileName, VIEWS } from "./contract/grants.ts";
import type { Histogram } from "./contract/histogram.ts";
import type { OwnLimits } from "./contract/limits.ts";
import type { HistoryFilter } from "./contract/message-history.ts";
import type { DeviceSchedule } from "./contract/schedule.ts";
import { type SeriesRights, ValueLabel } from "./contract/telemetry.ts";
import type { Attempt, NoticeMessage, PushTarget, ReachedTarget } from "./contract/watch.ts";
import type { StepRefusal } from "./session/effect.ts";

const texts = z.array(z.string()).readonly();

/** The account's rights in the database, and their secrets, which only the worker can read. */
export interface Directory {
  /** All rights of the account at one moment. Rejects when the database does not answer. */
  read(userId: string): Promise<AccountRights>;
  /** The version of the rights: reads one row. Null for an unknown account. */
  version(userId: string): Promise<number | null>;
  /** The names that a row of this API key may have: one for each lookup key. */
  namesOfKey(key: string): Promise<readonly string[]>;
  /**
   * Whether it is the secret of this row, or its previous one within the overlap. Rejects when the row cannot be read.
   */
  isSecret(userId: string, login: LoginWithSecret, secret: string, which?: "earlier"): Promise<boolean>;
}

/** A copy of the database: digests and sealed values as stored. */
export interface AccountRights {
  version: number;
  /** Default: full. */
  profile?: ProfileName;
  /** Its devices are announced to Home Assistant. Default: false. */
  homeAssistant?: boolean;
  /** The messages that the history keeps. Default: none. */
  history?: readonly HistoryFilter[];
  /** No client is served until it is lifted. Default: false. */
  suspended?: boolean;
  /** When a reset cleared the account of what a stranger may have left; null, the default: never. Milliseconds since 1970. */
  clearedAt?: number | null;
  /** The account's own limits. Default: the service's. */
  limits?: OwnLimits;
  logins: readonly LoginRights[];
  devices: readonly DeviceRights[];
  /** Channels whose messages are series. Default: none. */
  series?: readonly SeriesRights[];
  /** Schedules of its devices, with paused ones. Default: none. */
  schedules?: readonly DeviceSchedule[];
  /** Login sessions that may call over REST. Default: none. */
  sessions?: readonly SessionRights[];
  /** Opaque text per device that the worker receives back with a call about the device. Default: none. */
  details?: readonly { deviceId: string; text: string }[];
}

export interface SessionRights {
  /** SHA-256 of the session token, in hex. */
  digest: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** A row that clients log in with, without its id, and the name that identifies it at login; unique per kind. */
export const LoginRow = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("api-key") }),
  /** Its name is the token's digest. */
  z.object({
    kind: z.literal("token"),
    /** The owner's name of the token. */
    label: z.string(),
    /** As in `broker/contract/scopes.ts`. */
    scopes: texts,
    /** Milliseconds since 1970; null: it does not expire. */
    until: z.number().nullable(),
    /** Valid from then on. Default: since it was made. */
    from: z.number().exactOptional(),
    /** The token of a guest, for the guest's page only. Default: false. */
    guest: z.literal(true).exactOptional(),
    /** The access token of an app, for `/mcp` only. Default: false. */
    app: z.literal(true).exactOptional(),
    /** Of an app: its owner is asked before each switch. Default: as the device says. */
    asks: z.literal(true).exactOptional(),
    /** Opaque text that the worker receives back with a call of the token. */
    details: z.string(),
  }),
  z.object({
    kind: z.literal("credential"),
    secret: z.string(),
    secretVersion: z.number(),
    topics: texts,
    /** The owner's name. */
    label: z.string().exactOptional(),
    /** Default: the account's. */
    view: z.enum(VIEWS).exactOptional(),
    grants: z.array(Grant).readonly().exactOptional(),
    deviceId: z.string().exactOptional(),
    /** The previous secret, valid until then. Milliseconds since 1970. */
    earlier: z.object({ secret: z.string(), until: z.number() }).exactOptional(),
  }),
  /** Acts as one device until then. Milliseconds since 1970. */
  z.object({ kind: z.literal("link"), secret: z.string(), deviceId: z.string(), until: z.number() }),
]);
export type LoginRights = z.infer<typeof LoginRow> & { id: string; name: string };
export type TokenLogin = Extract<LoginRights, { kind: "token" }>;
export type LoginWithSecret = Extract<LoginRights, { secret: string }>;

export const DeviceRights = z.object({
  deviceId: z.string(),
  name: z.string(),
  /** Seconds that a command waits for an offline device; 0: it does not wait. */
  commandTtl: z.number(),
  /** Seconds after which it is switched off; 0: never. */
  autoOff: z.number(),
  offOnDisconnect: z.boolean(),
  /** What a new session of it is sent. Default: nothing. */
  onConnect: z.enum(ON_CONNECT).exactOptional(),
  /** A discovered device: how it is switched, and where it was announced. Omitted for a device of our own kind. */
  found: DiscoveredSwitch.extend({ place: z.string() }).exactOptional(),
  topics: texts,
  /** By key. Default: none. */
  labels: z.record(z.string(), ValueLabel).exactOptional(),
  /** Default: none. */
  controls: z.array(Control).readonly().exactOptional(),
  /** Callers whose switches wait for the owner. Default: none. */
  askFirst: z.array(z.enum(ASKED_CALLERS)).readonly().exactOptional(),
  /** Its state until it is first switched. Default: off. */
  isOnAtFirst: z.boolean().exactOptional(),
});
export type DeviceRights = z.infer<typeof DeviceRights>;
export type DeviceSwitching = Pick<
  DeviceRights,
  "deviceId" | "commandTtl" | "autoOff" | "offOnDisconnect" | "onConnect"
>;

/** Delivers notices of watches. An attempt takes at most 20 s. */
export interface Notifier {
  deliver(userId: string, target: ReachedTarget, message: NoticeMessage): Promise<Attempt>;
  /** Asks a person in a browser about an order. */
  ask(userId: string, target: PushTarget, message: ApprovalMessage): Promise<Attempt>;
}

/** An authenticated connection ended. Contains no secret: an API key in the client id is hidden. */
export interface ConnectionEnd {
  account: string;
  kind: "api-key" | "token" | "credential" | "device";
  clientId: string;
  protocol: 3 | 4 | 5;
  /** The MQTT 5 reason code, also for 3.1.1 clients, and its words. */
  code: number;
  words: string;
  seconds: number;
  messagesIn: number;
  messagesOut: number;
  bytesIn: number;
  bytesOut: number;
}

/** Adds up the counts of all accounts. Called a few times a minute at most; nothing waits for it. */
export interface Meter {
  add(reading: MeterReading): void;
}

/** A device's mistake is not refused. */
type CountedRefusal = Exclude<StepRefusal["kind"], "message" | "protocol">;

/** What the broker of an account counted since its last reading. */
export interface MeterReading {
  account: string;
  begun: number;
  ended: number;
  messagesIn: number;
  messagesOut: number;
  bytesIn: number;
  bytesOut: number;
  refused: Record<CountedRefusal, number>;
  /** Turns that failed and were undone, and messages that fit into no packet. */
  failures: number;
  answers: Histogram;
}
