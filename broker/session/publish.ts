/** PUBLISH from a client. */

import type { BrokerLimits } from "../contract/limits.ts";
import { sentence } from "../contract/mistake.ts";
import { adviceFor } from "./advice.ts";
import type { Context, Effect, StepRefusal, StepResult } from "./effect.ts";
import { fail } from "./end.ts";
import { type Message, messageOf } from "./message.ts";
import { TOO_OLD_ADVICE } from "./message-fault.ts";
import type { PublishPacket } from "./packet.ts";
import { beyondProfile, profileRemedy } from "./profile.ts";
import {
  type PublishRefusal,
  publishRefusal,
  type RateRefusal,
  type RoomRefusal,
  rateRefusal,
  roomRefusal,
} from "./publish-checks.ts";
import { because, REASONS, type Reason } from "./reason.ts";
import { ack, sentAgain, tooManyOpen, withReceived } from "./received.ts";
import type { Closed, Connected } from "./session.ts";

function resolveTopic(
  session: Connected,
  packet: PublishPacket,
  { profile, limits }: Context,
): { topic: string; session: Connected } | Reason {
  const { topic, topicAlias } = packet;
  if (topicAlias === undefined) {
    // [MQTT-3.3.2-8]
    return topic === ""
      ? because(REASONS.protocolError, "A topic, or a topic alias, is missing.")
      : { topic, session };
  }
  // [MQTT-3.3.2-8] [MQTT-3.3.2-9] never zero, never above the maximum of CONNACK
  if (topicAlias === 0 || topicAlias > profile.topicAliasMaximum) return REASONS.topicAliasInvalid;
  const known = session.inboundAliases.get(topicAlias);
  if (topic === "") {
    return known === undefined
      ? because(REASONS.protocolError, "The topic alias has no topic yet.")
      : { topic: known, session };
  }
  if (topic === known) return { topic, session };
  const inboundAliases = new Map(session.inboundAliases).set(topicAlias, remembered(session, topic, limits));
  return { topic, session: { ...session, inboundAliases } };
}

/** Of a topic over the limit, only as much as shows that it is. */
function remembered({ client }: Connected, topic: string, limits: BrokerLimits): string {
  const { MQTT_MAX_TOPIC_BYTES: most } = limits;
  return most === 0 ? topic : topic.slice(0, (client.root ?? "").length + most + 1);
}

function fault(session: Connected, packet: PublishPacket, { profile }: Context): Reason | null {
  if (packet.qos <= profile.maximumQoS && !packet.retain) return null;
  // 3.1.1 cannot announce that nothing is retained: the flag is ignored
  const retain = packet.retain && session.client.version === 5;
  return beyondProfile({ qos: packet.qos, retain }, profile);
}

/**
 * The answer to a refused message: none at QoS 0, a reason in MQTT 5. [MQTT-3.3.5-2] 3.1.1 cannot refuse: the message
 * is acknowledged and dropped.
 */
function denial(session: Connected, packet: PublishPacket, reason: Reason): Effect[] {
  if (packet.qos === 0) return [];
  const type = packet.qos === 1 ? "puback" : "pubrec";
  if (session.client.version !== 5) return [ack(type, packet.packetId)];
  const { code, words } = reason;
  const properties = session.client.problemInformation ? { properties: { reasonString: words } } : {};
  return [{ type: "send", packet: { type, packetId: packet.packetId, code, ...properties } }];
}

export function publish(
  given: Connected,
  packet: PublishPacket,
  context: Context,
): StepResult<Connected | Closed> {
  const resolved = resolveTopic(given, packet, context);
  if ("code" in resolved) return fail(given, resolved);
  const { topic, session } = resolved;
  const wrong = fault(session, packet, context);
  if (wrong !== null) {
    const refused: StepRefusal = {
      kind: "limit",
      topic,
      words: wrong.words,
      ...profileRemedy(context.profile, wrong),
    };
    return { ...fail(session, wrong), refused };
  }
  if (packet.qos === 2 && session.received.has(packet.packetId)) return duplicate(session, packet, context);
  if (packet.qos === 2 && tooManyOpen(session, context)) return fail(session, REASONS.receiveMaximumExceeded);
  const message = messageOf(packet, topic, packet.retain && context.profile.retain, context.now);
  const refusal = publishRefusal(message, packet.size ?? 0, context, session.client.root);
  if (refusal !== null) return refused(session, packet, topic, refusal, context);
  return accept(session, packet, message, context);
}

function refused(
  session: Connected,
  packet: PublishPacket,
  topic: string,
  refusal: PublishRefusal,
  context: Context,
): StepResult<Connected | Closed> {
  switch (refusal.why) {
    case "rate":
      return overRate(session, packet, refusal);
    case "message":
      return overLimit(session, packet, topic, refusal.reason);
    case "rights":
      return notAllowed(session, packet, topic, context);
    case "age": {
      const { words } = refusal.reason;
      const why: StepRefusal = { kind: "limit", topic, words, advice: TOO_OLD_ADVICE, key: "ts" };
      return dropped(session, packet, refusal.reason, why);
    }
  }
}

/**
 * [MQTT-4.3.3-10] a repeated QoS 2 message is acknowledged again and not routed again. It counts for the rate. Over the
 * rate it is not denied: that would free its packet identifier [MQTT-4.3.3-9] although the broker has the message.
 */
function duplicate(
  session: Connected,
  packet: PublishPacket,
  context: Context,
): StepResult<Connected | Closed> {
  const over = rateRefusal(packet.size ?? 0, context);
  if (over?.isFlood) return overRate(session, packet, over);
  const { packetId } = packet;
  return { session: sentAgain(session, packetId), effects: [ack("pubrec", packetId)] };
}

/** MQTT 5 denies the message; at QoS 0 and in 3.1.1 the connection ends, since there is no other answer. */
function overLimit(
  session: Connected,
  packet: PublishPacket,
  topic: string,
  reason: Reason,
): StepResult<Connected | Closed> {
  const refused: StepRefusal = { kind: "limit", topic, words: reason.words, ...adviceFor(reason) };
  if (packet.qos === 0 || session.client.version !== 5) return { ...fail(session, reason), refused };
  const effects: Effect[] = [...denial(session, packet, reason), { type: "errored", why: refused }];
  return { session, effects, refused };
}

function notAllowed(
  session: Connected,
  packet: PublishPacket,
  topic: string,
  context: Context,
): StepResult<Connected> {
  const hasReason = packet.qos > 0 && session.client.version === 5;
  const words = hasReason ? context.explain("publish", topic) : REASONS.notAuthorized.words;
  const reason = because(REASONS.notAuthorized, words);
  return dropped(session, packet, reason, { kind: "publish", topic, words: null });
}

function dropped(
  session: Connected,
  packet: PublishPacket,
  reason: Reason,
  refused: StepRefusal,
): StepResult<Connected> {
  const effects: Effect[] = [...denial(session, packet, reason), { type: "errored", why: refused }];
  if (packet.qos < 2 || session.client.version === 5) return { session, effects, refused };
  // 3.1.1 has an acknowledgement and continues with PUBREL; in MQTT 5 the denial ends the exchange
  const { packetId } = packet;
  return {
    session: withReceived(session, packetId),
    effects: [{ type: "receive", packetId }, ...effects],
    refused,
  };
}

function overRate(
  session: Connected,
  packet: PublishPacket,
  { reason, isFlood }: RateRefusal,
): StepResult<Connected | Closed> {
  const { words } = reason;
  const ends = because(REASONS.messageRateTooHigh, words);
  if (isFlood) return fail(session, ends);
  const refused: StepRefusal = { kind: "limit", topic: null, words };
  if (packet.qos === 0) return { session, effects: [], refused };
  // 3.1.1 cannot deny one message: the client sends an unacknowledged one again when it reconnects
  if (session.client.version !== 5) return fail(session, ends);
  return { session, effects: denial(session, packet, reason), refused };
}

function withoutRoom(
  session: Connected,
  packet: PublishPacket,
  message: Message,
  { why, reason }: RoomRefusal,
  context: Context,
): StepResult<Connected | Closed> {
  const refused: StepRefusal = {
    kind: "limit",
    topic: message.topic,
    words: reason.words,
    ...(why === "rows" && { daily: true }),
  };
  const mayDeny = session.client.version === 5 && packet.qos > 0;
  const denied = { session, effects: mayDeny ? denial(session, packet, reason) : [], refused };
  const unretained = () => accept(session, packet, { ...message, retain: false }, context);
  switch (why) {
    case "rows":
      if (packet.qos > 0) return mayDeny ? denied : { ...fail(session, reason), refused };
      return message.retain ? { refused, ...unretained() } : denied;
    // MQTT 5 denies it at QoS 1 and 2. Otherwise it is delivered to connected readers and not retained.
    case "retained":
      return mayDeny ? denied : { ...unretained(), refused };
    // not acknowledged, because it cannot be stored: MQTT 5 has the reason, 3.1.1 sends it again after reconnecting
    case "queues":
      return mayDeny ? denied : fail(session, reason);
  }
}

function accept(
  session: Connected,
  packet: PublishPacket,
  message: Message,
  context: Context,
): StepResult<Connected | Closed> {
  const refusal = roomRefusal(message, context);
  if (refusal !== null) return withoutRoom(session, packet, message, refusal, context);
  const route: Effect = { type: "route", message };
  if (packet.qos === 0) return { session, effects: [route] };
  // [MQTT-4.3.2-4] PUBACK after the message is stored: both in one turn, behind one commit
  const acknowledgement = accepted(session, packet, message, context);
  if (packet.qos === 1) return { session, effects: [route, acknowledgement] };
  return {
    session: withReceived(session, packet.packetId),
    effects: [{ type: "receive", packetId: packet.packetId }, route, acknowledgement],
  };
}

/** [MQTT-3.4.2.2.2] names the mistake in a message that is delivered but cannot be understood, where the client reads it. */
function accepted({ client }: Connected, packet: PublishPacket, message: Message, context: Context): Effect {
  const type = packet.qos === 1 ? "puback" : "pubrec";
  const isRead = client.version === 5 && client.problemInformation;
  const mistake = isRead ? context.mistakeIn(message.topic, message.payload, message.retain) : null;
  if (mistake === null) return ack(type, packet.packetId);
  const properties = { reasonString: sentence(mistake) };
  return { type: "send", packet: { type, packetId: packet.packetId, code: 0, properties } };
}
