/** What goes into a step, and what should happen after it. The hub alone makes it happen. */

import type { Remedy } from "../contract/account.ts";
import type { Claim } from "../contract/client.ts";
import type { Rights } from "../routing/access.ts";
import type { Delivery, Message, Phase, Receipt, StoredDelivery } from "./message.ts";
import type { ConnectPacket, Packet, ProtocolVersion, Will } from "./packet.ts";
import type { Profile } from "./profile.ts";
import type { Reason } from "./reason.ts";
import type { Client, Session } from "./session.ts";

export type Input =
  | { type: "packet"; packet: Packet }
  /**
   * Bytes that are no packet, or no packet that a client may send; `version` is null when it never said one. `topic`: of
   * a PUBLISH, where it had come.
   */
  | { type: "malformed"; reason: Reason; version: ProtocolVersion | null; topic?: string }
  | { type: "accepted"; identity: Identity }
  /** `detail` is for the account's owner, not for whoever knocks. */
  | { type: "rejected"; reason: Reason; detail?: string; remedy?: Remedy }
  /** `size` is that of the PUBLISH in bytes; infinite where no packet can hold it, which drops it. */
  | { type: "deliver"; delivery: Delivery; size: number }
  /** What waited in storage, in order; `more` when there is still more. */
  | { type: "refill"; stored: readonly (StoredDelivery & { size: number })[]; more: boolean }
  /** The broker ends the connection; with `endSession` nothing of the session remains, with `withoutWill` no will either. */
  | { type: "dropped"; reason: Reason; endSession?: boolean; withoutWill?: boolean }
  | { type: "transport-closed" };

/** Who the directory says it is, and what is kept of the session. */
export interface Identity {
  sessionId: number;
  principal: string;
  kind: Client["kind"];
  id: string;
  shownClientId: string;
  root?: string;
  until?: number;
  /** Null when the session is new. */
  stored: { received: readonly number[]; nextPacketId: number; backlog: boolean } | null;
}

export type Effect = Send | Write | Fact;

export type Send =
  | { type: "send"; packet: Packet }
  | { type: "publish"; delivery: Delivery; packetId: number; dup: boolean; alias: OutboundAlias | null }
  | { type: "close"; code: number };

export type Write =
  | { type: "begin"; client: Client; will: Will | null }
  /** The connection is over, for this reason; the session lives on for `expiry` seconds. */
  | { type: "end"; publishWill: boolean; expiry: number; reason: Reason }
  | { type: "subscribe"; subscription: Subscription; sendRetained: boolean }
  | { type: "unsubscribe"; filter: string }
  | { type: "hold"; delivery: Delivery }
  | { type: "keep"; delivery: Delivery; packetId: number; phase: Phase }
  | { type: "sent"; seq: number; delivery: Delivery; packetId: number; phase: Phase }
  | { type: "discard"; seq: number; delivery: Delivery }
  /** PUBREC came: the message itself is not needed any more. */
  | { type: "advance"; packetId: number }
  | { type: "settle"; packetId: number }
  | { type: "receive"; packetId: number }
  | { type: "release"; packetId: number };

export type Fact =
  | { type: "authenticate"; claim: Claim; clientId: string; clean: boolean }
  | { type: "route"; message: Message }
  /** A device did something that it may not: an `errored` event. */
  | { type: "errored" }
  | { type: "taken"; command: number }
  | { type: "answered"; receipt: Receipt; isTaken: boolean }
  | { type: "refill"; room: number };

export interface OutboundAlias {
  alias: number;
  /** The client knows it already: the topic is left out. */
  known: boolean;
}

export interface Subscription {
  /** As the client wrote it, `$share/…` included: its name in the session. */
  filter: string;
  qos: 0 | 1 | 2;
  noLocal: boolean;
  retainAsPublished: boolean;
  /** 0 when none was given. */
  identifier: number;
}

/** `flood`: it was told that it is over, and goes on. */
export type Allowed = "pass" | "over" | "flood";

/** What a step may look at: values, and questions with an answer at once. */
export interface Context {
  /** Milliseconds since 1970. */
  now: number;
  profile: Profile;
  /** Of the session's principal. Asked only when it is authenticated. */
  rights(): Rights;
  /** Whether `mayPublish` returned true for this topic since the session's rights last changed. */
  hasPublished(topic: string): boolean;
  /** Of a topic without a fault. */
  mayPublish(topic: string): boolean;
  subscribed(filter: string): boolean;
  subscriptionCount(): number;
  isTooOld(topic: string, payload: Uint8Array): boolean;
  mayRetain(message: Message): boolean;
  /** Whether no row is needed for it, or the account may write some today. */
  mayStore(message: Message): boolean;
  mayQueue(message: Message): boolean;
  /** Bytes of a packet as MQTT 5 writes it. */
  sizeOf(packet: Packet): number;
  publishAllowance(): Allowed;
  /** The same of so many bytes. */
  byteAllowance(bytes: number): Allowed;
  /** The same of one more filter in a SUBSCRIBE or UNSUBSCRIBE. */
  filterAllowance(): Allowed;
  /** Why the principal may not do this, and what it may, in a sentence. */
  explain(action: "publish" | "subscribe", topic: string): string;
  freshClientId(): string;
}

/** Something was not allowed: for the account's log. */
export interface Refused {
  kind: "connect" | "publish" | "subscribe" | "limit";
  /** Null where none was tried. */
  topic: string | null;
  /** Null: as `Context.explain` says it. */
  words: string | null;
  /** What would help; left out where the words alone say it. */
  remedy?: Remedy;
  /** The same for everybody until the day is over: told once. */
  daily?: true;
  /** Of a client that never came further. */
  connect?: ConnectPacket;
}

/** `Next`: the states that it may lead to. */
export interface Step<Next extends Session = Session> {
  session: Next;
  effects: readonly Effect[];
  refused?: Refused;
}
