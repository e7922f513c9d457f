/** What no reader could be sent, or no row could hold: refused at its publisher. */

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
  return areTooMany(userProperties) ? TOO_MANY : null;
}
