/** What is refused at its publisher: what no reader could be sent or no row could hold, and what comes too fast. */

import { areTooMany, TOO_MANY_USER_PROPERTIES } from "../contract/user-properties.ts";
import { utf8Length } from "../contract/utf8.ts";
import type { Context } from "./effect.ts";
import type { MessageProperties, PublishPacket } from "./packet.ts";
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

/** Of a PUBLISH or a will with its whole topics, of which its client does not see `root`. Null where there is nothing wrong. */
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

/** What there is too much of, in the words of the limit. */
export interface Over {
  words: string;
  flood: boolean;
}

const OVER_RATE = "More messages than MQTT_PUBLISH_RATE allows; slow down.";
const OVER_BYTES = "More bytes of messages than MQTT_PUBLISH_BYTES allows; slow down, or send less at once.";

/** Null where one more message, of this size, may pass. */
export function overAllowance({ size = 0 }: PublishPacket, context: Context): Over | null {
  const messages = context.publishAllowance();
  if (messages !== "pass") return { words: OVER_RATE, flood: messages === "flood" };
  const bytes = context.byteAllowance(size);
  return bytes === "pass" ? null : { words: OVER_BYTES, flood: bytes === "flood" };
}
