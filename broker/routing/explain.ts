/** Why a topic is refused, in words for the person whose client it is; and what would have been allowed. */

import { isUuid } from "../contract/client.ts";
import {
  accountPrefix,
  controlledDevice,
  controlTopic,
  displayTopic,
  storedTopic,
} from "../contract/topics.ts";
import { utf8Length } from "../contract/utf8.ts";
import { automaticFilters, type Principal, rightsOf } from "./access.ts";
import { isTopicName, parseShared } from "./filter.ts";

export interface Explanation {
  words: string;
  /** The nearest topic that would have been allowed. */
  nearest: string | null;
  /** What would let it pass from now on: a channel with this topic on this credential. */
  fix: { credentialId: string; topic: string } | null;
}

/** As in `worker/contract`: what a channel's topic may be. */
const MAX_TOPIC_BYTES = 200;
const CHANNEL = /^[^+#\s\p{Cc}]+$/u;

export function explain(
  userId: string,
  principal: Principal | null,
  action: "publish" | "subscribe",
  given: string,
): Explanation {
  const shared = parseShared(given);
  const topic = shared === null || shared === "invalid" ? given : shared.filter;
  const said =
    action === "publish"
      ? `"${topic}" may not be published to`
      : `"${topic}" matches nothing that may be read`;
  if (principal === null) return { words: `${said}.`, nearest: null, fix: null };
  const prefix = accountPrefix(userId);
  const rights = rightsOf(userId, principal);
  const allowed = action === "publish" ? rights.mayPublish : rights.maySubscribe;
  const prefixed = atHome(userId, topic);
  // an API key may do anything at home
  if (principal.kind === "api-key" || allowed(prefixed)) {
    const words = `${said}: every topic of this account begins with "${prefix}". Use "${prefixed}".`;
    return { words, nearest: prefixed, fix: null };
  }
  const nearest = nearestOf(topicsOf(userId, principal, action), topic);
  const hint = nearest === null ? "" : ` The nearest that it may use is "${nearest}".`;
  return {
    words: `${said}: ${ruleOf(userId, principal, topic)}.${hint}`,
    nearest,
    fix: fixOf(userId, principal, topic),
  };
}

/** The topic as it would be in this account: without a slash before it, and not another account's or the platform's. */
function atHome(userId: string, topic: string): string {
  const name = topic.replace(/^\/+/, "");
  const [first = "", ...rest] = name.split("/");
  const isForeign = first !== userId && (isUuid(first) || first.startsWith("$"));
  return storedTopic(userId, isForeign ? rest.join("/") : name);
}

type Limited = Exclude<Principal, { kind: "api-key" }>;

function topicsOf(userId: string, principal: Limited, action: "publish" | "subscribe"): string[] {
  const own = principal.kind === "device" ? [controlTopic(userId, principal.deviceId)] : [];
  const read = action === "subscribe" ? automaticFilters(userId, principal) : [];
  return [...new Set([...principal.topics, ...own, ...read])];
}

function ruleOf(userId: string, principal: Limited, topic: string): string {
  if (!topic.startsWith(accountPrefix(userId))) return "it is no topic of this account";
  const controlled = controlledDevice(userId, topic);
  if (controlled !== null) return "a device's control topic is for that device and for API keys";
  if (principal.kind === "device" && principal.deviceTopics.includes(topic)) {
    return "the device may read this channel; to publish, its credential needs the channel, too";
  }
  return "no channel of the credential has this topic";
}

/** Control of another device is never a click away. */
function fixOf(userId: string, principal: Limited, topic: string): Explanation["fix"] {
  const name = displayTopic(userId, topic);
  if (principal.kind === "device" && principal.until !== undefined) return null;
  const isChannel =
    topic.startsWith(accountPrefix(userId)) &&
    isTopicName(topic) &&
    CHANNEL.test(name) &&
    !name.split("/").includes("") &&
    controlledDevice(userId, topic) === null &&
    utf8Length(topic) <= MAX_TOPIC_BYTES;
  return isChannel ? { credentialId: principal.credentialId, topic } : null;
}

/** The one that shares most of its beginning and its end. */
function nearestOf(topics: readonly string[], wanted: string): string | null {
  let best: string | null = null;
  let most = -1;
  for (const topic of topics) {
    const likeness = common(topic, wanted) + common(reversed(topic), reversed(wanted));
    if (likeness > most) [best, most] = [topic, likeness];
  }
  return best;
}

const reversed = (text: string): string => [...text].reverse().join("");

function common(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
