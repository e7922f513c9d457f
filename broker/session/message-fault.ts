/** Why a message is refused: no packet or row could hold it, or there is no room for it. */

import { areTooMany, TOO_MANY_USER_PROPERTIES } from "../contract/user-properties.ts";
import { utf8Length } from "../contract/utf8.ts";
import type { MessageProperties } from "./packet.ts";
import { type Profile, topicOverLimit } from "./profile.ts";
import { because, REASONS, type Reason } from "./reason.ts";

/** UTF-8 bytes of a text [MQTT-1.5.4]. */
const MAX_TEXT = 65_535;
const UNSENDABLE = because(
  REASONS.topicNameInvalid,
  "A topic or response topic has at most 65,535 bytes, the account's prefix included: choose a shorter one.",
);
const TOO_MANY = because(REASONS.quotaExceeded, TOO_MANY_USER_PROPERTIES);

const isUnsendable = (topic: string): boolean => topic.length * 3 > MAX_TEXT && utf8Length(topic) > MAX_TEXT;

/**
 * Checks the topics of a PUBLISH or will. They include `root`, which the client does not see. Returns null for no
 * fault.
 */
export function messageFault(
  { topic, properties }: { topic: string; properties: MessageProperties },
  profile: Profile,
  root?: string,
): Reason | null {
  const long = topicOverLimit(topic, profile, root);
  if (long !== null) return because(REASONS.topicNameInvalid, long);
  const { responseTopic = "", userProperties } = properties;
  if (isUnsendable(topic) || isUnsendable(responseTopic)) return UNSENDABLE;
  return userProperties !== undefined && areTooMany(userProperties) ? TOO_MANY : null;
}

export const TOO_OLD = because(
  REASONS.payloadFormatInvalid,
  "The time of this sample is more than two years ago, longer than values are stored: send ts in milliseconds since 1970, or leave it out.",
);

export const TOO_OLD_ADVICE = "Send ts in milliseconds since 1970, or leave it out.";

export const NOT_RETAINED = because(
  REASONS.quotaExceeded,
  "No room for another retained message (MQTT_MAX_RETAINED); a login may use at most as much as remains for all others. Clear one with an empty payload.",
);

export const NOT_QUEUED = because(
  REASONS.quotaExceeded,
  "The account's queues have no room for it (MQTT_MAX_QUEUED): connect an offline reader, or end its session.",
);

export const NOT_STORED = because(
  REASONS.quotaExceeded,
  "The account's storage limit for today is reached (MAX_ROWS_A_DAY): messages that must be stored are accepted again after midnight UTC; QoS 0 still works.",
);
