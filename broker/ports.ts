/** What the broker needs from outside. The worker fulfils it over D1; tests pass arrays. */

import type { Claim } from "./contract/client.ts";
import type { Actor, DeviceEventType } from "./contract/device-events.ts";
import type { Principal, PrincipalRef } from "./routing/access.ts";

/** Who is this, and what may they do? One account's view. */
export interface Directory {
  /** `refused` is a wrong or foreign secret; a database that does not answer rejects the promise. */
  authenticate(userId: string, claim: Claim): Promise<Verdict>;
  /**
   * The rights as they stand now, in the order asked; null for one that is gone.
   * With `version`, a number that grows with every change of rights in the account.
   */
  review(
    userId: string,
    refs: readonly PrincipalRef[],
  ): Promise<{
    version: number;
    principals: (Principal | null)[];
    /** Every device of the account that is not switched as all are; left out where nobody knows. */
    switching?: readonly DeviceSwitching[];
  }>;
}

export type Verdict =
  | { accepted: true; principal: Principal; version: number }
  /** What was wrong is for the account's owner, never for whoever asks. */
  | { accepted: false; wrong?: "api-key" | "username" | "password" | "device" | "link" };

/** How a device is switched. */
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
  /** What the log calls the account. */
  account: string;
  kind: "api-key" | "credential" | "device";
  clientId: string;
  protocol: 4 | 5;
  /** The MQTT 5 reason code, also where the client speaks 3.1.1, and its words. */
  code: number;
  words: string;
  seconds: number;
  messagesIn: number;
  messagesOut: number;
  bytesIn: number;
  bytesOut: number;
}

/** Remember this, in this order, once each: writing the same record twice changes nothing. */
export interface EventSink {
  write(userId: string, records: readonly EventRecord[]): Promise<void>;
}

export type EventRecord = DeviceEventRecord | DeviceStateRecord | CredentialUseRecord;

/** Something happened to a device. Dropped by the sink when the device no longer exists. */
export interface DeviceEventRecord {
  kind: "device-event";
  /** A UUID made from the account, the connection or message and the occasion: the same event never has two. */
  id: string;
  /** Milliseconds since 1970 by the broker's clock, strictly increasing within an account. */
  at: number;
  deviceId: string;
  type: DeviceEventType;
  /** Whether the device has a live connection after this event. */
  connected: boolean;
  /** Who switched. */
  actor?: Actor;
  /** How many it stands for, of which it is the last; 1 where it is left out. */
  count?: number;
}

/** How a device is, as the event would say that is still being counted. */
export interface DeviceStateRecord
  extends Pick<DeviceEventRecord, "id" | "at" | "deviceId" | "type" | "connected"> {
  kind: "device-state";
}

/** A credential logged in. */
export interface CredentialUseRecord {
  kind: "credential-use";
  id: string;
  at: number;
  credentialId: string;
}
