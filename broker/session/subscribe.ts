/** SUBSCRIBE and UNSUBSCRIBE. */

import type { BrokerLimits } from "../contract/limits.ts";
import { isTopicFilter, parseShared, SHARED_SYNTAX } from "../routing/filter.ts";
import { adviceFor } from "./advice.ts";
import type { Context, Effect, StepRefusal, StepResult, Subscription } from "./effect.ts";
import { fail } from "./end.ts";
import { topicOverLimit } from "./message-fault.ts";
import type {
  SubackPacket,
  SubscribePacket,
  SubscriptionRequest,
  UnsubackPacket,
  UnsubscribePacket,
} from "./packet.ts";
import { lowerQoS, type Profile } from "./profile.ts";
import { because, limitReason, REASONS, type Reason } from "./reason.ts";
import type { Closed, Connected, ConnectedClient } from "./session.ts";

/** 3.1.1 has one failure code. 3.1 has none: QoS 0 is granted, and nothing is delivered. */
const FAILURES = { 3: 0, 4: 0x80 };
const NO_SUBACK_ERROR =
  " MQTT 3.1 has no error for this: QoS 0 was granted, and the filter delivers nothing.";

/** Faults that end the connection instead of denying one filter. */
function fault({ version }: ConnectedClient, filter: string, noLocal: boolean): Reason | null {
  const shared = parseShared(filter);
  // [MQTT-4.7.1-1] [MQTT-4.7.1-2] [MQTT-4.8.2-1] [MQTT-4.8.2-2]; the last two are of MQTT 5 alone
  if (!isTopicFilter(filter) || (shared === "invalid" && version === 5)) return REASONS.topicFilterInvalid;
  // [MQTT-3.8.3-4]
  if (shared !== null && noLocal)
    return because(REASONS.protocolError, "No Local is not allowed with shared subscriptions.");
  return null;
}

/** A well-formed filter that is longer or deeper than any topic may be. */
function overLimit(filter: string, limits: BrokerLimits, { root }: ConnectedClient): Reason | null {
  const over = topicOverLimit(filter, limits, root);
  return over === null ? null : because(REASONS.topicFilterInvalid, over.words);
}
const OVER_RATE = limitReason("MQTT_SUBSCRIBE_RATE");
const FLOOD = because(REASONS.messageRateTooHigh, "It continued after MQTT_SUBSCRIBE_RATE was reached.");

/** Why a filter is denied; null when it is granted. */
function denial(
  { client }: Connected,
  request: SubscriptionRequest,
  count: number,
  context: Context,
): Reason | null {
  const over = overLimit(request.filter, context.limits, client);
  if (over !== null) return over;
  const shared = parseShared(request.filter);
  if (shared === "invalid") return because(REASONS.topicFilterInvalid, SHARED_SYNTAX);
  const inner = shared === null ? request.filter : shared.filter;
  if (!context.rights().maySubscribe(inner)) {
    return because(REASONS.notAuthorized, context.explain("subscribe", inner));
  }
  const { MQTT_MAX_SUBSCRIPTIONS: most } = context.limits;
  if (most > 0 && count >= most && !context.subscribed(request.filter)) {
    return limitReason("MQTT_MAX_SUBSCRIPTIONS", most);
  }
  return null;
}

/**
 * [MQTT-3.1.2-24] Whether the answer exceeds the client's maximum packet size, even without a reason string. The
 * connection ends then: the client would wait for the answer for ever.
 */
function isTooLarge(
  { client }: Connected,
  { type, packetId, codes }: SubackPacket | UnsubackPacket,
  { sizeOf }: Context,
): boolean {
  const { maximumPacketSize: most } = client;
  return most > 0 && sizeOf({ type, packetId, codes }) > most;
}

const TOO_LARGE = because(
  REASONS.packetTooLarge,
  "The answer is larger than the client's Maximum Packet Size: name fewer filters in one packet.",
);

function granted(
  { client }: Connected,
  request: SubscriptionRequest,
  identifier: number,
  profile: Profile,
): Subscription {
  const { filter, qos } = request;
  const isBridge = client.bridge === true;
  // [MQTT-3.8.4-7] the granted QoS may be lower than the requested one
  return {
    filter,
    qos: lowerQoS(qos, profile.maximumQoS),
    // No Local is invalid for a shared subscription [MQTT-3.8.3-4]
    noLocal: request.noLocal || (isBridge && parseShared(filter) === null),
    retainAsPublished: request.retainAsPublished || isBridge,
    identifier,
  };
}

/** Retain Handling and Retain As Published [MQTT-3.3.1-9] [MQTT-3.3.1-10] [MQTT-3.3.1-11]. */
function wantsRetained(request: SubscriptionRequest, isNew: boolean, profile: Profile): boolean {
  if (!profile.retain || parseShared(request.filter) !== null) return false;
  return request.retainHandling === 0 || (request.retainHandling === 1 && isNew);
}

export function subscribe(
  session: Connected,
  packet: SubscribePacket,
  context: Context,
): StepResult<Connected | Closed> {
  for (const { filter, noLocal } of packet.subscriptions) {
    const wrong = fault(session.client, filter, noLocal);
    if (wrong !== null) return fail(session, wrong);
  }
  const { version } = session.client;
  const added = new Set<string>();
  const codes: number[] = [];
  const effects: Effect[] = [];
  let refused: StepRefusal | null = null;
  let words: string | null = null;
  for (const request of packet.subscriptions) {
    // a filter that is repeated in a packet counts once
    const again = added.has(request.filter);
    const decision = context.limitFilter();
    if (decision === "flood") return fail(session, FLOOD);
    const denied = again ? null : denial(session, request, context.subscriptionCount() + added.size, context);
    const reason = decision === "over" ? OVER_RATE : denied;
    if (reason !== null) {
      const limited = reason.code !== REASONS.notAuthorized.code;
      const kind = limited ? "limit" : "subscribe";
      const logged = version === 3 ? reason.words + NO_SUBACK_ERROR : limited ? reason.words : null;
      refused ??= { kind, topic: request.filter, words: logged, ...(limited && adviceFor(reason)) };
      words ??= reason.words;
      codes.push(version === 5 ? reason.code : FAILURES[version]);
      continue;
    }
    const subscription = granted(session, request, packet.subscriptionIdentifier ?? 0, context.profile);
    const isNew = !again && !context.subscribed(request.filter);
    if (isNew) added.add(request.filter);
    codes.push(subscription.qos);
    effects.push({
      type: "subscribe",
      subscription,
      sendRetained: wantsRetained(request, isNew, context.profile),
    });
  }
  // [MQTT-3.8.4-1] [MQTT-3.8.4-2] [MQTT-3.8.4-6] one SUBACK, with a code for each filter in order
  const suback: SubackPacket = { type: "suback", packetId: packet.packetId, codes };
  if (words !== null && session.client.problemInformation) suback.properties = { reasonString: words };
  if (isTooLarge(session, suback, context)) return fail(session, TOO_LARGE);
  const answer: Effect = { type: "send", packet: suback };
  if (refused === null) return { session, effects: [answer, ...effects] };
  return { session, effects: [answer, ...effects, { type: "errored", why: refused }], refused };
}

export function unsubscribe(
  session: Connected,
  packet: UnsubscribePacket,
  context: Context,
): StepResult<Connected | Closed> {
  const effects: Effect[] = [];
  const codes: number[] = [];
  const gone = new Set<string>();
  for (const filter of packet.filters) {
    const wrong = fault(session.client, filter, false);
    if (wrong !== null) return fail(session, wrong);
    // 3.1.1 cannot deny an UNSUBSCRIBE: it is done, and counted
    if (context.limitFilter() === "flood") return fail(session, FLOOD);
    if (overLimit(filter, context.limits, session.client) !== null) {
      codes.push(REASONS.topicFilterInvalid.code);
      continue;
    }
    // [MQTT-3.10.4-1] filters are compared character by character
    const known = context.subscribed(filter) && !gone.has(filter);
    codes.push(known ? 0 : REASONS.noSubscriptionExisted.code);
    if (known) effects.push({ type: "unsubscribe", filter });
    gone.add(filter);
  }
  // [MQTT-3.10.4-4] [MQTT-3.10.4-5] answered also when there was no subscription
  const unsuback: UnsubackPacket = { type: "unsuback", packetId: packet.packetId, codes };
  if (isTooLarge(session, unsuback, context)) return fail(session, TOO_LARGE);
  effects.push({ type: "send", packet: unsuback });
  return { session, effects };
}
