/** SUBSCRIBE and UNSUBSCRIBE. */

import { isTopicFilter, parseShared } from "../routing/filter.ts";
import type { Context, Effect, Refused, Step, Subscription } from "./effect.ts";
import { fail } from "./end.ts";
import type { SubackPacket, SubscribePacket, SubscriptionRequest, UnsubscribePacket } from "./packet.ts";
import { lowerQoS, type Profile, topicOverLimit } from "./profile.ts";
import { because, REASONS, type Reason } from "./reason.ts";
import type { Client, Closed, Connected } from "./session.ts";

/** 3.1.1 knows one failure only. */
const FAILURE_311 = 0x80;

/** Mistakes that end the connection rather than deny one filter. */
function fault(filter: string, noLocal: boolean): Reason | null {
  const shared = parseShared(filter);
  // [MQTT-4.7.1-1] [MQTT-4.7.1-2] [MQTT-4.8.2-1] [MQTT-4.8.2-2]
  if (shared === "invalid" || !isTopicFilter(filter)) return REASONS.topicFilterInvalid;
  // [MQTT-3.8.3-4]
  if (shared !== null && noLocal)
    return because(REASONS.protocolError, "No Local is not for shared subscriptions.");
  return null;
}

/** A filter that is well formed, but longer or deeper than any topic may be here. */
function overLimit(filter: string, profile: Profile, { root }: Client): Reason | null {
  const over = topicOverLimit(filter, profile, root);
  return over === null ? null : because(REASONS.topicFilterInvalid, over);
}
const OVER_RATE = because(REASONS.quotaExceeded, "More filters than MQTT_SUBSCRIBE_RATE allows; slow down.");
const FLOOD = because(REASONS.messageRateTooHigh, "It went on after MQTT_SUBSCRIBE_RATE was reached.");

/** Why one filter is denied; null when it is granted. */
function denial(
  { client }: Connected,
  request: SubscriptionRequest,
  taken: number,
  context: Context,
): Reason | null {
  const over = overLimit(request.filter, context.profile, client);
  if (over !== null) return over;
  const shared = parseShared(request.filter);
  const inner = shared === null || shared === "invalid" ? request.filter : shared.filter;
  if (!context.rights().maySubscribe(inner)) {
    return because(REASONS.notAuthorized, context.explain("subscribe", inner));
  }
  const { maximumSubscriptions } = context.profile;
  if (maximumSubscriptions > 0 && taken >= maximumSubscriptions && !context.subscribed(request.filter)) {
    const words = `A session has at most ${maximumSubscriptions} subscriptions (MQTT_MAX_SUBSCRIPTIONS): one filter with a wildcard stands for many.`;
    return because(REASONS.quotaExceeded, words);
  }
  return null;
}

function granted(
  { client }: Connected,
  request: SubscriptionRequest,
  identifier: number,
  profile: Profile,
): Subscription {
  const { filter, qos } = request;
  const isBridge = client.bridge === true;
  // [MQTT-3.8.4-7] the granted QoS may be lower than the one asked for
  return {
    filter,
    qos: lowerQoS(qos, profile.maximumQoS),
    // one for a group goes to whoever's turn it is [MQTT-3.8.3-4]
    noLocal: request.noLocal || (isBridge && parseShared(filter) === null),
    retainAsPublished: request.retainAsPublished || isBridge,
    identifier,
  };
}

/** Retained messages go out unless the subscription says otherwise [MQTT-3.3.1-9] [MQTT-3.3.1-10] [MQTT-3.3.1-11]. */
function wantsRetained(request: SubscriptionRequest, isNew: boolean, profile: Profile): boolean {
  if (!profile.retain || parseShared(request.filter) !== null) return false;
  return request.retainHandling === 0 || (request.retainHandling === 1 && isNew);
}

export function subscribe(
  session: Connected,
  packet: SubscribePacket,
  context: Context,
): Step<Connected | Closed> {
  for (const { filter, noLocal } of packet.subscriptions) {
    const wrong = fault(filter, noLocal);
    if (wrong !== null) return fail(session, wrong);
  }
  const added = new Set<string>();
  const codes: number[] = [];
  const effects: Effect[] = [];
  let refused: Refused | null = null;
  let words: string | null = null;
  for (const request of packet.subscriptions) {
    // one that stands twice in a packet was granted the first time, and counts once
    const again = added.has(request.filter);
    const allowance = context.filterAllowance();
    if (allowance === "flood") return fail(session, FLOOD);
    const judged = again ? null : denial(session, request, context.subscriptionCount() + added.size, context);
    const reason = allowance === "over" ? OVER_RATE : judged;
    if (reason !== null) {
      const limited = reason.code !== REASONS.notAuthorized.code;
      const kind = limited ? "limit" : "subscribe";
      refused ??= { kind, topic: request.filter, words: limited ? reason.words : null };
      words ??= reason.words;
      codes.push(session.client.version === 5 ? reason.code : FAILURE_311);
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
  // [MQTT-3.8.4-1] [MQTT-3.8.4-2] [MQTT-3.8.4-6] one SUBACK, with a code for each filter in its order
  const suback: SubackPacket = { type: "suback", packetId: packet.packetId, codes };
  if (words !== null && session.client.problemInformation) suback.properties = { reasonString: words };
  const answer: Effect = { type: "send", packet: suback };
  if (refused === null) return { session, effects: [answer, ...effects] };
  return { session, effects: [answer, ...effects, { type: "errored" }], refused };
}

export function unsubscribe(
  session: Connected,
  packet: UnsubscribePacket,
  context: Context,
): Step<Connected | Closed> {
  const effects: Effect[] = [];
  const codes: number[] = [];
  const gone = new Set<string>();
  for (const filter of packet.filters) {
    const wrong = fault(filter, false);
    if (wrong !== null) return fail(session, wrong);
    // 3.1.1 has no word for no: it is done, and counted
    if (context.filterAllowance() === "flood") return fail(session, FLOOD);
    if (overLimit(filter, context.profile, session.client) !== null) {
      codes.push(REASONS.topicFilterInvalid.code);
      continue;
    }
    // [MQTT-3.10.4-1] filters are compared character by character
    const known = context.subscribed(filter) && !gone.has(filter);
    codes.push(known ? 0 : REASONS.noSubscriptionExisted.code);
    if (known) effects.push({ type: "unsubscribe", filter });
    gone.add(filter);
  }
  // [MQTT-3.10.4-4] [MQTT-3.10.4-5] answered also when nothing was there
  effects.push({ type: "send", packet: { type: "unsuback", packetId: packet.packetId, codes } });
  return { session, effects };
}
