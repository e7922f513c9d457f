/**
 * Parses the topic in a path `/v0/messages/{topic}`. The rest of the path is the topic: each part is percent-decoded
 * once, so `%2F` is a `/` like any other, `%25` is `%`, and `+` is a plus, not a space. Empty levels and a trailing
 * slash count, as in MQTT. The topic `/` is written `%2F`, since `//` is the list of messages. URL parsers resolve the
 * levels `.` and `..`, also as `%2e`; within a topic they are written with `%2F`: `a%2F..%2Fb`. `$SYS/x` is a topic of
 * the account.
 */

import { storedTopic } from "../../broker/contract/topics.ts";

const BEFORE = "/v0/messages/";

/** Returns the whole topic, or its fault. `pathname` as in `URL`. Never a topic of another account. */
export function topicOfPath(userId: string, pathname: string): { topic: string } | { mistake: string } {
  // resolving `..` may leave the path of this call
  const written = pathname.startsWith(BEFORE) ? pathname.slice(BEFORE.length) : "";
  if (written === "") return { mistake: "The topic is missing: write it behind /v0/messages/." };
  let topic: string;
  try {
    topic = decodeURIComponent(written);
  } catch {
    return { mistake: "The topic is not percent-encoded UTF-8: write % as %25." };
  }
  if (/[+#]/.test(topic)) {
    return { mistake: "A topic has no wildcards: name one topic, without + and #." };
  }
  if (topic.includes("\0")) return { mistake: "A topic may not contain U+0000: leave it out." };
  return { topic: storedTopic(userId, topic) };
}
