/** Sessions and contexts for tests of single steps, as values. */

import { encode } from "../../../../broker/codec/encoder.ts";
import type { ProfileName } from "../../../../broker/contract/grants.ts";
import { type BrokerLimits, brokerLimits } from "../../../../broker/contract/limits.ts";
import type { Context, Effect, Input, StepResult } from "../../../../broker/session/effect.ts";
import type { Message } from "../../../../broker/session/message.ts";
import type {
  ConnectPacket,
  Packet,
  ProtocolVersion,
  PublishPacket,
  Will,
} from "../../../../broker/session/packet.ts";
import { profileOf } from "../../../../broker/session/profile.ts";
import {
  AWAITING_CONNECT,
  type Connected,
  type ConnectedClient,
  type Session,
} from "../../../../broker/session/session.ts";
import { step } from "../../../../broker/session/step.ts";

export const NOW = 1_000_000;

/** The classic profile by default. */
export function contextOf(
  { profile = "classic", ...limits }: Partial<BrokerLimits> & { profile?: ProfileName } = {},
  given: Partial<Context> & { readable?: (topic: string) => boolean } = {},
): Context {
  const inForce = { ...brokerLimits({}), ...limits };
  const may = given.readable ?? (() => true);
  return {
    now: NOW,
    profile: profileOf(inForce, profile),
    limits: inForce,
    hasPublished: () => false,
    mayPublish: may,
    rights: () => ({ mayPublish: may, mayRead: may, maySubscribe: may, root: "" }),
    subscribed: () => false,
    subscriptionCount: () => 0,
    explain: (action, topic) => `${action} ${topic}: no.`,
    isTooOld: () => false,
    mistakeIn: () => null,
    mayRetain: () => true,
    mayStore: () => true,
    mayQueue: () => true,
    sizeOf: (packet) => encode(packet, 5).length,
    samplesIn: () => 1,
    limitPublish: () => "pass",
    limitBytes: () => "pass",
    limitFilter: () => "pass",
    freshClientId: () => "fresh",
    ...given,
  };
}

export const FULL = { profile: "full" } as const;

function clientOf(version: ProtocolVersion, given: Partial<ConnectedClient> = {}): ConnectedClient {
  return {
    version,
    sessionId: 7,
    principal: "p",
    kind: "credential",
    id: "i",
    shownClientId: "c",
    since: NOW,
    keepAlive: 0,
    receiveMaximum: 32,
    maximumPacketSize: 0,
    topicAliasMaximum: 0,
    problemInformation: true,
    sessionExpiry: 0,
    profile: "full",
    ...given,
  };
}

export function connected(
  version: ProtocolVersion,
  client: Partial<ConnectedClient> = {},
  given: Partial<Connected> = {},
): Connected {
  return {
    state: "connected",
    client: clientOf(version, client),
    inboundAliases: new Map(),
    outboundAliases: new Map(),
    resumed: false,
    received: new Set(),
    earlier: new Set(),
    inflight: [],
    nextPacketId: 1,
    backlog: false,
    ...given,
  };
}

export function connectPacket(version: ProtocolVersion, given: Partial<ConnectPacket> = {}): ConnectPacket {
  return {
    type: "connect",
    version,
    clientId: "c",
    clean: true,
    keepAlive: 0,
    username: "user",
    password: Uint8Array.of(115),
    will: null,
    properties: {},
    ...given,
  };
}

export const willOf = (given: Partial<Will> = {}): Will => ({
  topic: "t",
  payload: Uint8Array.of(1),
  qos: 0,
  retain: false,
  delay: 0,
  properties: {},
  ...given,
});

export function publishPacket(given: Partial<PublishPacket> = {}): PublishPacket {
  const packetId = (given.qos ?? 0) > 0 ? 5 : 0;
  return {
    type: "publish",
    topic: "t",
    payload: Uint8Array.of(1),
    qos: 0,
    retain: false,
    dup: false,
    packetId,
    properties: {},
    ...given,
  };
}

export const messageOf = (given: Partial<Message> = {}): Message => ({
  topic: "t",
  payload: Uint8Array.of(1),
  qos: 1,
  retain: false,
  properties: {},
  expiresAt: null,
  ...given,
});

export const send = (session: Session, packet: Packet, context: Context = contextOf()): StepResult =>
  step(session, { type: "packet", packet }, context);

/** A CONNECT with a login that the directory accepts. */
export function arrive(
  packet: ConnectPacket,
  context: Context = contextOf(),
  input: Partial<Input & { type: "accepted" }> = {},
): StepResult {
  const asked = send(AWAITING_CONNECT, packet, context);
  if (asked.session.state !== "authenticating") return asked;
  const identity = {
    sessionId: 7,
    principal: "p",
    kind: "credential",
    id: "i",
    shownClientId: "c",
    stored: null,
  } as const;
  return step(asked.session, { type: "accepted", identity, ...input }, context);
}

/** A short form of effects: their type, and of packets the type and the code. */
export const brief = (effects: readonly Effect[]): string =>
  effects
    .map((effect) => {
      if (effect.type !== "send") return effect.type;
      const { packet } = effect;
      const code = "code" in packet ? `:${packet.code.toString(16)}` : "";
      return `${packet.type}${code}`;
    })
    .join(" ");
