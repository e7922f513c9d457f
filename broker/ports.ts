/** What the broker needs from outside. The worker fulfils it over D1; tests pass arrays. */

import type { FoundSwitch } from "./contract/found.ts";
import type { Grant, ProfileName, View } from "./contract/grants.ts";
import type { Histogram } from "./contract/histogram.ts";
import type { OwnLimits } from "./contract/limits.ts";
import type { Schedule } from "./contract/schedule.ts";
import type { SeriesRights, ValueLabel } from "./contract/telemetry.ts";
import type { Refused } from "./session/effect.ts";

/** The account's rights as they stand in its database, and the secrets in them, which only the worker can read. */
export interface Directory {
  /** All that its clients are judged by, at one moment. A database that does not answer rejects the promise. */
  read(userId: string): Promise<AccountRights>;
  /** Of the rights as they stand now: one row. Null where there is no such account. */
  version(userId: string): Promise<number | null>;
  /** What the row of an API key may have in place of the key: one for each key of ours that rows are looked up by. */
  namesOfKey(key: string): Promise<readonly string[]>;
  /** Whether it is the secret of this row, or the one that it had earlier. Rejects where the row cannot be read. */
  isSecret(userId: string, login: LoginWithSecret, secret: string, which?: "earlier"): Promise<boolean>;
}

/** A copy of what the database holds: digests and sealed values as they stand there. */
export interface AccountRights {
  version: number;
  /** Left out: full. */
  profile?: ProfileName;
  /** Its devices are announced to Home Assistant. Left out: they are not. */
  homeAssistant?: boolean;
  /** Nobody is served, until it is not suspended any more. Left out: it is not. */
  suspended?: boolean;
  /** Left out: the service's, all of them. */
  limits?: OwnLimits;
  logins: readonly Login[];
  devices: readonly DeviceRights[];
  /** Channels whose messages are series. Left out: none. */
  series?: readonly SeriesRights[];
  /** Left out: none. Those of its devices, those that are paused among them. */
  schedules?: readonly Schedule[];
  /** Login sessions that calls over REST may be made with. Left out: none. */
  sessions?: readonly SessionRights[];
  /** What the directory wants back with a call about a device, unread. Left out: nothing. */
  details?: readonly { deviceId: string; text: string }[];
}

export interface SessionRights {
  /** SHA-256 of what the person's browser sends, in hex. */
  digest: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** A row that clients log in with. `name` is what they say, or stands for it; no two of a kind have the same. */
export type Login = { kind: "api-key"; id: string; name: string } | TokenLogin | LoginWithSecret;

/** `name` is the token's digest. */
export interface TokenLogin {
  kind: "token";
  id: string;
  name: string;
  /** What its owner calls it. */
  label: string;
  /** As `broker/contract/scopes.ts` writes them. */
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
      /** What its owner calls it. */
      label?: string;
      /** Left out: the account's. */
      view?: View;
      grants?: readonly Grant[];
      deviceId?: string;
      /** The secret before this one, which is as good until then. Milliseconds since 1970. */
      earlier?: { secret: string; until: number };
    }
  /** To be one device, until then. Milliseconds since 1970. */
  | { kind: "link"; id: string; name: string; secret: string; deviceId: string; until: number };

export interface DeviceRights extends DeviceSwitching {
  name: string;
  /** One of somebody else's making: how it is switched, and where it was announced. Left out: it is our own kind. */
  found?: FoundSwitch & { place: string };
  topics: readonly string[];
  /** By key. Left out: none. */
  labels?: Readonly<Record<string, ValueLabel>>;
}

export interface DeviceSwitching {
  deviceId: string;
  /** Seconds that a command waits for a device that is away; 0: it is not given old commands. */
  commandTtl: number;
  /** Seconds after which it is switched off; 0: never. */
  autoOff: number;
  offOnDisconnect: boolean;
}

/** A connection that was let in is over. Holds no secret: an API key in the client id is hidden. */
export interface ConnectionEnd {
  account: string;
  kind: "api-key" | "token" | "credential" | "device";
  clientId: string;
  protocol: 3 | 4 | 5;
  /** The MQTT 5 reason code, also where the client speaks 3.1.1, and its words. */
  code: number;
  words: string;
  seconds: number;
  messagesIn: number;
  messagesOut: number;
  bytesIn: number;
  bytesOut: number;
}

/** Whoever adds up what accounts' brokers count. It is told a few times a minute at the most, and nobody waits for it. */
export interface Meter {
  add(reading: Reading): void;
}

/** What an account's broker has counted since its last reading. */
export interface Reading {
  account: string;
  begun: number;
  ended: number;
  messagesIn: number;
  messagesOut: number;
  bytesIn: number;
  bytesOut: number;
  refused: Record<Refused["kind"], number>;
  /** Turns that failed, of which nothing was done, and messages that fit into no packet. */
  failures: number;
  answers: Histogram;
}
