/** What the broker needs from outside. The worker implements it over D1; tests implement it with arrays. */

import type { DiscoveredSwitch } from "./contract/discovered.ts";
import type { Grant, ProfileName, View } from "./contract/grants.ts";
import type { Histogram } from "./contract/histogram.ts";
import type { OwnLimits } from "./contract/limits.ts";
import type { DeviceSchedule } from "./contract/schedule.ts";
import type { SeriesRights, ValueLabel } from "./contract/telemetry.ts";
import type { Attempt, NoticeMessage, StoredTarget } from "./contract/watch.ts";
import type { StepRefusal } from "./session/effect.ts";

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
  /** No client is served until it is lifted. Default: false. */
  suspended?: boolean;
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

/** A row that clients log in with. `name` identifies it at login; unique per kind. */
export type LoginRights = { kind: "api-key"; id: string; name: string } | TokenLogin | LoginWithSecret;

/** `name` is the token's digest. */
export interface TokenLogin {
  kind: "token";
  id: string;
  name: string;
  /** The owner's name of the token. */
  label: string;
  /** As in `broker/contract/scopes.ts`. */
  scopes: readonly string[];
  /** Milliseconds since 1970; null: it does not expire. */
  until: number | null;
}

export type LoginWithSecret =
  | {
      kind: "credential";
      id: string;
      name: string;
      secret: string;
      secretVersion: number;
      topics: readonly string[];
      /** The owner's name. */
      label?: string;
      /** Default: the account's. */
      view?: View;
      grants?: readonly Grant[];
      deviceId?: string;
      /** The previous secret, valid until then. Milliseconds since 1970. */
      earlier?: { secret: string; until: number };
    }
  /** Acts as one device until then. Milliseconds since 1970. */
  | { kind: "link"; id: string; name: string; secret: string; deviceId: string; until: number };

export interface DeviceRights extends DeviceSwitching {
  name: string;
  /** A discovered device: how it is switched, and where it was announced. Omitted for a device of our own kind. */
  found?: DiscoveredSwitch & { place: string };
  topics: readonly string[];
  /** By key. Default: none. */
  labels?: Readonly<Record<string, ValueLabel>>;
}

export interface DeviceSwitching {
  deviceId: string;
  /** Seconds that a command waits for an offline device; 0: it does not wait. */
  commandTtl: number;
  /** Seconds after which it is switched off; 0: never. */
  autoOff: number;
  offOnDisconnect: boolean;
}

/** Delivers notices of watches. An attempt takes at most 20 s. */
export interface Notifier {
  deliver(userId: string, target: StoredTarget, message: NoticeMessage): Promise<Attempt>;
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

/** What the broker of an account counted since its last reading. */
export interface MeterReading {
  account: string;
  begun: number;
  ended: number;
  messagesIn: number;
  messagesOut: number;
  bytesIn: number;
  bytesOut: number;
  refused: Record<StepRefusal["kind"], number>;
  /** Turns that failed and were undone, and messages that fit into no packet. */
  failures: number;
  answers: Histogram;
}
