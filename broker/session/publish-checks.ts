/**
 * What a message must meet before it is accepted, in order: the first check that it does not pass decides the answer. A
 * PUBLISH (`publish.ts`) and a call over HTTP (`calls/messages.ts`) are checked here; before, both check the
 * profile (`beyondProfile`). A new limit of messages is one more check, in `messageFault` when it holds for a will, too.
 */

import type { Context, RateDecision } from "./effect.ts";
import { isList, type Message } from "./message.ts";
import { messageFault, TOO_OLD } from "./message-fault.ts";
import type { Reason } from "./reason.ts";
import { limitReason } from "./reason.ts";

export type RateRefusal = {
  why: "rate";
  limit: "MQTT_PUBLISH_RATE" | "MQTT_PUBLISH_BYTES";
  reason: Reason;
  /** The client continues although it was refused. */
  isFlood: boolean;
};
export type PublishRefusal = RateRefusal | { why: "message" | "age"; reason: Reason } | { why: "rights" };
export type RoomRefusal = { why: "rows" | "retained" | "queues"; reason: Reason };

export type RateContext = Pick<Context, "limitPublish" | "limitBytes">;
export type PublishContext = RateContext &
  Pick<Context, "limits" | "hasPublished" | "mayPublish" | "isTooOld" | "samplesIn">;
export type RoomContext = Pick<Context, "mayStore" | "mayRetain" | "mayQueue">;

const OVER_RATE = limitReason("MQTT_PUBLISH_RATE");
const OVER_BYTES = limitReason("MQTT_PUBLISH_BYTES");
const NO_ROWS: RoomRefusal = { why: "rows", reason: limitReason("MAX_ROWS_A_DAY") };
const NOT_RETAINED: RoomRefusal = { why: "retained", reason: limitReason("MQTT_MAX_RETAINED") };
const NOT_QUEUED: RoomRefusal = { why: "queues", reason: limitReason("MQTT_MAX_QUEUED") };

/** Counts one message of `size` bytes against both rates. */
export const rateRefusal = (size: number, context: RateContext): RateRefusal | null =>
  overMessages(context.limitPublish()) ?? overBytes(context.limitBytes(size));

/** The bytes of a list are counted before it is read: only then the number of its samples is known. */
const listRateRefusal = (size: number, context: RateContext, samples: () => number): RateRefusal | null =>
  overBytes(context.limitBytes(size)) ?? overMessages(context.limitPublish(samples()));

const overMessages = (verdict: RateDecision): RateRefusal | null =>
  verdict === "pass"
    ? null
    : { why: "rate", limit: "MQTT_PUBLISH_RATE", reason: OVER_RATE, isFlood: verdict === "flood" };

const overBytes = (verdict: RateDecision): RateRefusal | null =>
  verdict === "pass"
    ? null
    : { why: "rate", limit: "MQTT_PUBLISH_BYTES", reason: OVER_BYTES, isFlood: verdict === "flood" };

/** Whether it may be published: the rates, the message itself, the rights on its topic, and its age. */
export function publishRefusal(
  { topic, payload, properties }: Message,
  size: number,
  context: PublishContext,
  root?: string,
): PublishRefusal | null {
  const rate = isList(payload)
    ? listRateRefusal(size, context, () => context.samplesIn(topic, payload))
    : rateRefusal(size, context);
  if (rate !== null) return rate;
  const hasTexts = properties.responseTopic !== undefined || properties.userProperties !== undefined;
  const isKnown = context.hasPublished(topic);
  if (hasTexts || !isKnown) {
    const reason = messageFault({ topic, properties }, context.limits, root);
    if (reason !== null) return { why: "message", reason };
  }
  if (!isKnown && !context.mayPublish(topic)) return { why: "rights" };
  return context.isTooOld(topic, payload) ? { why: "age", reason: TOO_OLD } : null;
}

/** Whether there is room for it: in the rows of the day, the retained messages, and the queues of its readers. */
export function roomRefusal(message: Message, context: RoomContext): RoomRefusal | null {
  if (!context.mayStore(message)) return NO_ROWS;
  if (message.retain && !context.mayRetain(message)) return NOT_RETAINED;
  return message.qos > 0 && !context.mayQueue(message) ? NOT_QUEUED : null;
}
