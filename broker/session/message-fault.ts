/** Why a message is refused, whatever else is stored: no packet or row could hold it, or its time is too long ago. */

import type { BrokerLimits } from "../contract/limits.ts";
import { areUserPropertiesTooLarge, USER_PROPERTIES_TOO_LARGE } from "../contract/user-properties.ts";
import { utf8Length } from "../contract/utf8.ts";
import type { MessageProperties } from "./packet.ts";
import { because, limitReason, REASONS, type Reason } from "./reason.ts";

/** UTF-8 bytes of a text [MQTT-1.5.4]. */
const MAX_TEXT = 65_535;
const UNSENDABLE = because(
  REASONS.topicNameInvalid,
  "A topic or response topic has at most 65,535 bytes, the account's prefix included: choose a shorter one.",
);
const TOO_LARGE = because(REASONS.quotaExceeded, USER_PROPERTIES_TOO_LARGE);

const isUnsendable = (topic: string): boolean => topic.length * 3 > MAX_TEXT && utf8Length(topic) > MAX_TEXT;

/**
 * Checks a PUBLISH or will: its topics, which include the prefix `root` that the client does not see, and its user
 * properties. Returns null for no fault.
 */
export function messageFault(
  { topic, properties }: { topic: string; properties: MessageProperties },
  limits: BrokerLimits,
  root?: string,
): Reason | null {
  const long = topicOverLimit(topic, limits, root);
  if (long !== null) return long;
  const { responseTopic = "", userProperties } = properties;
  if (isUnsendable(topic) || isUnsendable(responseTopic)) return UNSENDABLE;
  return userProperties !== undefined && areUserPropertiesTooLarge(userProperties) ? TOO_LARGE : null;
}

/**
 * Why a topic name or filter exceeds a limit; null when it does not. The prefix `root`, which the client does not see,
 * does not count.
 */
export function topicOverLimit(topic: string, limits: BrokerLimits, root = ""): Reason | null {
  const { MQTT_MAX_TOPIC_BYTES: maxBytes, MQTT_MAX_TOPIC_LEVELS: maxLevels } = limits;
  const bytes = maxBytes + root.length;
  if (maxBytes > 0 && topic.length * 3 > bytes && utf8Length(topic) > bytes) {
    return limitReason("MQTT_MAX_TOPIC_BYTES", maxBytes);
  }
  if (maxLevels === 0 || topic.length < maxLevels) return null;
  let levels = root === "" ? 1 : 0;
  for (let at = topic.indexOf("/"); at >= 0; at = topic.indexOf("/", at + 1)) levels++;
  return levels > maxLevels ? limitReason("MQTT_MAX_TOPIC_LEVELS", maxLevels) : null;
}

export const TOO_OLD = because(
  REASONS.payloadFormatInvalid,
  "The time of this sample is more than two years ago, longer than values are stored: send ts in milliseconds since 1970, or leave it out.",
);

export const TOO_OLD_ADVICE = "Send ts in milliseconds since 1970, or leave it out.";
