/** PUBLISH from a client, and the QoS 2 hand-shake that follows it. */

import type { Context, Effect, Refused, Step } from "./effect.ts";
import { fail } from "./end.ts";
import { messageOf } from "./message.ts";
import type { AckPacket, PublishPacket } from "./packet.ts";
import { MAX_RECEIVED, topicOverLimit } from "./profile.ts";
import { because, REASONS, type Reason } from "./reason.ts";
import type { Connected } from "./session.ts";

const ack = (type: AckPacket["type"], packetId: number, code = 0): Effect => ({
  type: "send",
  packet: { type, packetId, code },
});

/** Topic and aliases after this packet, or why there is none. */
function resolveTopic(
  session: Connected,
  packet: PublishPacket,
  maximum: number,
): { topic: string; session: Connected } | Reason {
  const { topic, topicAlias } = packet;
  if (topicAlias === undefined) {
    // [MQTT-3.3.2-8]
    return topic === ""
      ? because(REASONS.protocolError, "A topic, or a topic alias, is missing.")
      : { topic, session };
  }
  // [MQTT-3.3.2-8] [MQTT-3.3.2-9] never zero, never above what CONNACK said
  if (topicAlias === 0 || topicAlias > maximum) return REASONS.topicAliasInvalid;
  const known = session.inboundAliases.get(topicAlias);
  if (topic === "") {
    return known === undefined
      ? because(REASONS.protocolError, "The topic alias was never given a topic.")
      : { topic: known, session };
  }
  if (topic === known) return { topic, session };
  const inboundAliases = new Map(session.inboundAliases).set(topicAlias, topic);
  return { topic, session: { ...session, inboundAliases } };
}

function fault(session: Connected, packet: PublishPacket, topic: string, context: Context): Reason | null {
  const { profile } = context;
  // [MQTT-3.2.2-11] [MQTT-3.2.2-14]
  if (packet.qos > profile.maximumQoS) return REASONS.qosNotSupported;
  if (packet.retain && !profile.retain && session.client.version === 5) return REASONS.retainNotSupported;
  const over = topicOverLimit(topic, profile);
  return over === null ? null : because(REASONS.topicNameInvalid, over);
}

/**
 * The answer to a message that is not taken: none at QoS 0, a reason in MQTT 5. [MQTT-3.3.5-2] 3.1.1 cannot say no: the
 * message is acknowledged and dropped.
 */
function denial(session: Connected, packet: PublishPacket, reason: Reason): Effect[] {
  if (packet.qos === 0) return [];
  const type = packet.qos === 1 ? "puback" : "pubrec";
  if (session.client.version === 4) return [ack(type, packet.packetId)];
  const { code, words } = reason;
  const properties = session.client.problemInformation ? { properties: { reasonString: words } } : {};
  return [{ type: "send", packet: { type, packetId: packet.packetId, code, ...properties } }];
}

const OVER_RATE = because(REASONS.quotaExceeded, "More messages than MQTT_PUBLISH_RATE allows; slow down.");

export function publish(given: Connected, packet: PublishPacket, context: Context): Step {
  const resolved = resolveTopic(given, packet, context.profile.topicAliasMaximum);
  if ("code" in resolved) return fail(given, resolved);
  const { topic, session } = resolved;
  const wrong = fault(session, packet, topic, context);
  if (wrong !== null)
    return { ...fail(session, wrong), refused: { kind: "limit", topic, words: wrong.words } };
  if (packet.qos === 2 && session.received.has(packet.packetId)) {
    // [MQTT-4.3.3-10] taken before and not released: acknowledged again, not passed on again
    return { session, effects: [ack("pubrec", packet.packetId)] };
  }
  // [MQTT-3.3.4-7] more open messages than CONNACK's Receive Maximum; 3.1.1 is not told one, yet has a bound
  const open = session.client.version === 5 ? context.profile.receiveMaximum : MAX_RECEIVED;
  if (packet.qos === 2 && session.received.size >= open) return fail(session, REASONS.receiveMaximumExceeded);
  const allowance = context.publishAllowance();
  if (allowance !== "pass") return overRate(session, packet, allowance);
  return context.rights().mayPublish(topic)
    ? taken(session, packet, topic, context)
    : notAllowed(session, packet, topic, context);
}

function notAllowed(session: Connected, packet: PublishPacket, topic: string, context: Context): Step {
  const { version } = session.client;
  const isTold = packet.qos > 0 && version === 5;
  const words = isTold ? context.explain("publish", topic) : REASONS.notAuthorized.words;
  const effects: Effect[] = [
    ...denial(session, packet, because(REASONS.notAuthorized, words)),
    { type: "errored" },
  ];
  const refused: Refused = { kind: "publish", topic, words: null };
  if (packet.qos < 2 || version === 5) return { session, effects, refused };
  // 3.1.1 was told yes and goes on with PUBREL; MQTT 5 ends the exchange at the denial
  const { packetId } = packet;
  return {
    session: withReceived(session, packetId),
    effects: [{ type: "receive", packetId }, ...effects],
    refused,
  };
}

const withReceived = (session: Connected, packetId: number): Connected => ({
  ...session,
  received: new Set(session.received).add(packetId),
});

function overRate(session: Connected, packet: PublishPacket, allowance: "over" | "flood"): Step {
  if (allowance === "flood") return fail(session, REASONS.messageRateTooHigh);
  const refusal: Refused = { kind: "limit", topic: null, words: OVER_RATE.words };
  if (packet.qos === 0) return { session, effects: [], refused: refusal };
  // 3.1.1 cannot refuse one message: without an acknowledgement the client sends it again when it comes back
  if (session.client.version === 4) return fail(session, REASONS.messageRateTooHigh);
  return { session, effects: denial(session, packet, OVER_RATE), refused: refusal };
}

const NOT_RETAINED = because(
  REASONS.quotaExceeded,
  "No room for one more retained message (MQTT_MAX_RETAINED): clear one with an empty payload.",
);

/** MQTT 5 refuses what it may refuse; QoS 0 and 3.1.1 cannot be told no, so theirs reaches who is there and is not kept. */
function notRetained(session: Connected, packet: PublishPacket, topic: string, context: Context): Step {
  const refusal: Refused = { kind: "limit", topic, words: NOT_RETAINED.words };
  const mayRefuse = session.client.version === 5 && packet.qos > 0;
  return mayRefuse
    ? { session, effects: denial(session, packet, NOT_RETAINED), refused: refusal }
    : { ...taken(session, { ...packet, retain: false }, topic, context), refused: refusal };
}

function taken(session: Connected, packet: PublishPacket, topic: string, context: Context): Step {
  const retain = packet.retain && context.profile.retain;
  const message = messageOf(packet, topic, retain, context.now);
  if (retain && !context.mayRetain(message)) return notRetained(session, packet, topic, context);
  const route: Effect = { type: "route", message };
  if (packet.qos === 0) return { session, effects: [route] };
  // [MQTT-4.3.2-4] PUBACK once the message is owned: both in one turn, behind one commit
  if (packet.qos === 1) return { session, effects: [route, ack("puback", packet.packetId)] };
  return {
    session: withReceived(session, packet.packetId),
    effects: [{ type: "receive", packetId: packet.packetId }, route, ack("pubrec", packet.packetId)],
  };
}

/** [MQTT-4.3.3-11] PUBREL frees the packet identifier and is always answered with PUBCOMP. */
export function pubrel(session: Connected, packetId: number): Step {
  if (!session.received.has(packetId)) {
    const code = session.client.version === 5 ? REASONS.packetIdentifierNotFound.code : 0;
    return { session, effects: [ack("pubcomp", packetId, code)] };
  }
  const left = new Set(session.received);
  left.delete(packetId);
  return {
    session: { ...session, received: left },
    effects: [{ type: "release", packetId }, ack("pubcomp", packetId)],
  };
}
