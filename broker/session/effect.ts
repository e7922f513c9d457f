/** Inputs and effects of a step. The hub carries out the effects. */

import type { RefusalKind, Remedy } from "../contract/account.ts";
import type { Claim } from "../contract/client.ts";
import type { BrokerLimits } from "../contract/limits.ts";
import type { Mistake } from "../contract/mistake.ts";
import type { Rights } from "../routing/access.ts";
import type { Delivery, Message, Phase, Receipt, StoredDelivery } from "./message.ts";
import type { ConnectPacket, Packet, ProtocolVersion, Will } from "./packet.ts";
import type { Profile } from "./profile.ts";
import type { Reason } from "./reason.ts";
import type { ConnectedClient, Session } from "./session.ts";

export type Input =
  | { type: "packet"; packet: Packet }
  /**
   * Malformed bytes, or a packet that a client must not send. `version` is null before CONNECT. `topic`: of a PUBLISH,
   * if it had arrived.
   */
  | {
      type: "malformed";
      reason: Reason;
      version: ProtocolVersion | null;
      topic?: string;
      /** It could be read, but not accepted. */
      connect?: ConnectPacket;
    }
  | { type: "accepted"; identity: ClientIdentity }
  /** `detail` is for the account's owner; the client does not receive it. */
  | { type: "rejected"; reason: Reason; detail?: string; remedy?: Remedy; advice?: string }
  /** `size`: bytes of the PUBLISH; Infinity when no packet can hold it: it is dropped. */
  | { type: "deliver"; delivery: Delivery; size: number }
  /** Queued messages, in order; `more` when others remain. */
  | { type: "refill"; stored: readonly (StoredDelivery & { size: number })[]; more: boolean }
  /**
   * The broker ends the connection. `endSession` ends the session too; `withoutWill` publishes no will; `withoutRow`
   * leaves no row in the owner's log.
   */
  | { type: "dropped"; reason: Reason; endSession?: boolean; withoutWill?: boolean; withoutRow?: boolean }
  | { type: "transport-closed" };

/** The result of authentication, with the stored session. */
export interface ClientIdentity {
  sessionId: number;
  principal: string;
  kind: ConnectedClient["kind"];
  id: string;
  shownClientId: string;
  root?: string;
  until?: number;
  /** Null for a new session. */
  stored: { received: readonly number[]; nextPacketId: number; backlog: boolean } | null;
}

export type Effect = Send | Write | Fact;

export type Send =
  | { type: "send"; packet: Packet }
  | { type: "publish"; delivery: Delivery; packetId: number; dup: boolean; alias: OutboundAlias | null }
  /** `words`: the sentence of the close frame; omitted for none. */
  | { type: "close"; code: number; words?: string };

export type Write =
  | { type: "begin"; client: ConnectedClient; will: Will | null }
  /** The connection is over for this reason; the session lives on for `expiry` seconds. */
  | { type: "end"; publishWill: boolean; expiry: number; reason: Reason }
  | { type: "subscribe"; subscription: Subscription; sendRetained: boolean }
  | { type: "unsubscribe"; filter: string }
  | { type: "hold"; delivery: Delivery }
  | { type: "keep"; delivery: Delivery; packetId: number; phase: Phase }
  | { type: "sent"; seq: number; delivery: Delivery; packetId: number; phase: Phase }
  /** `passesOn`: another member of its shared group receives it. */
  | { type: "discard"; seq: number; delivery: Delivery; passesOn: boolean }
  /** PUBREC arrived: the message itself is not needed any more. */
  | { type: "advance"; packetId: number }
  | { type: "settle"; packetId: number }
  | { type: "receive"; packetId: number }
  | { type: "release"; packetId: number };

export type Fact =
  | { type: "authenticate"; claim: Claim; clientId: string; clean: boolean }
  | { type: "route"; message: Message }
  /** A device violated the protocol or its rights: an `errored` event. */
  | { type: "errored"; why: StepRefusal }
  | { type: "acknowledged"; command: number }
  | { type: "answered"; receipt: Receipt; isAcknowledged: boolean }
  | { type: "refill"; room: number };

export interface OutboundAlias {
  alias: number;
  /** The client has the alias already: the topic is omitted. */
  known: boolean;
}

export interface Subscription {
  /** As the client wrote it, with `$share/…`: its key in the session. */
  filter: string;
  qos: 0 | 1 | 2;
  noLocal: boolean;
  retainAsPublished: boolean;
  /** 0 without an identifier. */
  identifier: number;
}

/** `flood`: over the limit, refused before, and still publishing. */
export type RateDecision = "pass" | "over" | "flood";

/** What a step may read: values, and questions that are answered synchronously. */
export interface Context {
  /** Milliseconds since 1970. */
  now: number;
  profile: Profile;
  /** In force for the account now; what CONNACK announced is in `profile`. */
  limits: BrokerLimits;
  /** Of the session's principal. Read only after authentication. */
  rights(): Rights;
  /** Whether `mayPublish` returned true for this topic since the session's rights last changed. */
  hasPublished(topic: string): boolean;
  /** Call it for a topic without a fault. */
  mayPublish(topic: string): boolean;
  subscribed(filter: string): boolean;
  subscriptionCount(): number;
  isTooOld(topic: string, payload: Uint8Array): boolean;
  /** How many samples a list counts as; 1 for any other message. */
  samplesIn(topic: string, payload: Uint8Array): number;
  /** The mistake in a message that is delivered all the same; null for none. */
  mistakeIn(topic: string, payload: Uint8Array, retain: boolean): Mistake | null;
  mayRetain(message: Message): boolean;
  /** Whether it needs no row, or the account may write more rows today. */
  mayStore(message: Message): boolean;
  mayQueue(message: Message): boolean;
  /** Bytes of the packet as MQTT 5 encodes it. */
  sizeOf(packet: Packet): number;
  /** Counts one PUBLISH against its rate, or as many as a list has samples. */
  limitPublish(count?: number): RateDecision;
  /** Like `limitPublish`, for this many bytes. */
  limitBytes(bytes: number): RateDecision;
  /** Like `limitPublish`, for one more filter of SUBSCRIBE or UNSUBSCRIBE. */
  limitFilter(): RateDecision;
  /** A sentence: why the principal may not do this, and what it may. */
  explain(action: "publish" | "subscribe", topic: string): string;
  freshClientId(): string;
}

/** A refusal, or a mistake, for the account's log. */
export interface StepRefusal {
  kind: RefusalKind;
  /** Null when no topic was involved. */
  topic: string | null;
  /** Null: use `Context.explain`. */
  words: string | null;
  /** What would help; omitted when the words suffice. */
  remedy?: Remedy;
  /** It holds for every client until the day ends: logged once. */
  daily?: true;
  /** The broker ended the connection; a stream of the page opens again by itself, and has no row. */
  isEnd?: true;
  /** The same within this time is counted in one row, whose first count is `first`. Milliseconds. */
  merge?: { forMs: number; first: number };
  /** Of a client that was never connected. */
  connect?: ConnectPacket;
  /** What would help, in one sentence, where no `remedy` says it. */
  advice?: string;
  /** What is at fault in the message. */
  key?: string;
  byte?: number;
  /** Of a device's mistake, which is logged once in ten seconds and device. */
  deviceId?: string;
}

/** `Next`: the states that it may lead to. */
export interface StepResult<Next extends Session = Session> {
  session: Next;
  effects: readonly Effect[];
  refused?: StepRefusal;
}
