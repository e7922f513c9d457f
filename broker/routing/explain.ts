/** Explains a refused topic to the owner of the client, and what would have been allowed. */

import type { Remedy } from "../contract/account.ts";
import { type AsksOwner, callerOfToken } from "../contract/asking.ts";
import {
  accountPrefix,
  controlledDevice,
  displayTopic,
  isUuid,
  storedTopic,
  wordsOfTheBroker,
} from "../contract/topics.ts";
import { utf8Length } from "../contract/utf8.ts";
import { automaticFilters, type CommandedOn, ownTopics, type Principal, rightsOf } from "./access.ts";
import { isTopicName, parseShared } from "./filter.ts";

export interface Explanation {
  words: string;
  /** The nearest allowed topic, as the client would write it. */
  nearest: string | null;
  /** The channel and credential that would allow it. */
  fix: { credentialId: string; topic: string } | null;
  /** What one press in the page can change; null for nothing. */
  remedy: Remedy | null;
  /** What helps, in one sentence, where neither `nearest` nor `remedy` says it. */
  advice?: string;
  /** The device asks its owner first: `advice` belongs to the words. */
  isAsked?: true;
}

/** Looked up for each topic: which devices ask their owner first, and which commands reach them. */
export interface Asking {
  commandedOn: CommandedOn;
  asksFirst: AsksOwner;
}

/** The same limit as for a channel's topic in `worker/contract`. */
const MAX_TOPIC_BYTES = 200;
const CHANNEL = /^[^+#\s\p{Cc}]+$/u;

/** `given` has the account's prefix, also for a client in root view. */
export function explain(
  userId: string,
  principal: Principal | null,
  action: "publish" | "subscribe",
  given: string,
  asking?: Asking,
): Explanation {
  const shared = parseShared(given);
  const topic = shared === null || shared === "invalid" ? given : shared.filter;
  const shown = (full: string): string => (principal?.view === "root" ? displayTopic(userId, full) : full);
  const said =
    action === "publish"
      ? `"${shown(topic)}" may not be published to`
      : `"${shown(topic)}" matches nothing that may be read`;
  const none = { nearest: null, fix: null, remedy: null };
  if (principal === null) return { ...none, words: `${said}.`, advice: GIVE_RIGHT };
  const own = action === "publish" ? wordsOfTheBroker(userId, topic) : null;
  if (own !== null) return { ...none, words: `${said}: ${OF_THE_BROKER[own]}.`, advice: OTHER_TOPIC };
  if (principal.kind === "token") {
    const asks = action === "publish" && asking ? asked(userId, principal, topic, asking) : null;
    if (asks !== null) return { ...none, words: `${said}: ${ASKS}.`, advice: asks, isAsked: true };
    const scope = `messages:${action === "publish" ? "publish" : "read"}:${shown(topic)}`;
    const advice = `Make a token that has the scope ${scope}.`;
    return { ...none, words: `${said}: the token lacks a scope for it.`, advice };
  }
  const rights = rightsOf(userId, principal);
  const allowed = action === "publish" ? rights.mayPublish : rights.maySubscribe;
  const spelling = misspelled(userId, principal, topic, allowed);
  if (spelling !== null) return { ...spelling, words: `${said}: ${spelling.words}` };
  // an API key may publish and read everything in its account
  const limited = principal as Limited;
  // A stored row can name another account's topic, or one that only the broker publishes: neither is a right.
  const nearest = nearestOf(topicsOf(userId, limited, action).filter(allowed), topic);
  const fix = fixOf(userId, limited, topic);
  const remedy: Remedy | null = fix === null ? viewFor(userId, limited, topic) : { kind: "grant", ...fix };
  const hint = nearest === null ? "" : ` The nearest that it may use is "${shown(nearest)}".`;
  return {
    words: `${said}: ${ruleOf(userId, limited, topic)}.${hint}`,
    nearest: nearest && shown(nearest),
    fix,
    remedy,
    ...(nearest === null && remedy === null && { advice: isLink(principal) ? OF_A_LINK : GIVE_RIGHT }),
  };
}

const ASKS = "the device asks its owner first, and a message cannot wait for the answer";

/** What to do where the right is there, and the device asks first; null for any other refusal. */
function asked(
  userId: string,
  principal: Extract<Principal, { kind: "token" }>,
  topic: string,
  { commandedOn, asksFirst }: Asking,
): string | null {
  const control = controlledDevice(userId, topic);
  const devices = control === null ? commandedOn(topic) : [control];
  const caller = callerOfToken({ ...(principal.guest && { guest: true }) });
  const device = devices.find((each) => asksFirst(each, caller));
  if (device === undefined || !rightsOf(userId, principal, "", commandedOn).mayPublish(topic)) return null;
  return orderAdvice(device);
}

/** For a caller about whom the device asks its owner. */
export const orderAdvice = (deviceId: string): string =>
  `Order it with POST /v0/devices/on-off/${deviceId}/switch/: the owner is asked.`;

const GIVE_RIGHT = "Give the client's login a channel or a grant for this topic.";
const OTHER_TOPIC = "Publish to a topic that the broker does not use.";
const OF_A_LINK = "Give the program a credential: a link is for one device only.";

const OF_THE_BROKER = {
  status: "only the broker publishes on a device's status topic",
  notices: "only the broker says here that a watch has written a notice",
  announcement: "only the broker announces devices of this account to Home Assistant",
};

/** Returns the allowed topic when the only mistake is the account's prefix; null otherwise. */
function misspelled(
  userId: string,
  principal: Principal,
  topic: string,
  allowed: (topic: string) => boolean,
): Explanation | null {
  const prefix = accountPrefix(userId);
  if (topic.startsWith(prefix + prefix)) {
    const once = topic.slice(prefix.length);
    if (!allowed(once)) return null;
    const words = `the account's prefix is there twice. Use "${once}".`;
    return { words, nearest: once, fix: null, remedy: { kind: "topic", topic: once } };
  }
  const prefixed = atHome(userId, topic);
  if (principal.kind !== "api-key" && !allowed(prefixed)) return null;
  const remedy: Remedy = viewFor(userId, principal, topic) ?? { kind: "topic", topic: prefixed };
  const words = `every topic of this account begins with "${prefix}". Use "${prefixed}".`;
  return { words, nearest: prefixed, fix: null, remedy };
}

/** A client that omits the prefix can use root view: the credential offers it. */
function viewFor(userId: string, principal: Principal, topic: string): Remedy | null {
  if (principal.kind === "api-key" || principal.view === "root" || isLink(principal)) return null;
  if (topic.startsWith(accountPrefix(userId)) || isForeign(userId, topic)) return null;
  return { kind: "view", credentialId: principal.credentialId, view: "root" };
}

const isLink = (principal: Principal): boolean =>
  principal.kind === "device" && principal.until !== undefined;

/** The topic in this account: without a leading slash, another account's prefix, or a platform's. */
function atHome(userId: string, topic: string): string {
  const name = topic.replace(/^\/+/, "");
  return storedTopic(userId, isForeign(userId, name) ? name.slice(name.indexOf("/") + 1) : name);
}

function isForeign(userId: string, topic: string): boolean {
  const [first = ""] = topic.split("/");
  return first !== userId && (isUuid(first) || first.startsWith("$"));
}

type Limited = Extract<Principal, { kind: "credential" | "device" }>;

function topicsOf(userId: string, principal: Limited, action: "publish" | "subscribe"): string[] {
  const own = ownTopics(userId, principal);
  const its = action === "publish" ? own.publish : [...own.read, ...automaticFilters(userId, principal)];
  return [...new Set([...principal.topics, ...its])];
}

function ruleOf(userId: string, principal: Limited, topic: string): string {
  const prefix = accountPrefix(userId);
  if (!topic.startsWith(prefix)) return `every topic of this account begins with "${prefix}"`;
  const controlled = controlledDevice(userId, topic);
  if (controlled !== null) return "a device's control topic is for that device and for API keys";
  if (principal.kind === "device" && principal.deviceTopics.includes(topic)) {
    return "the device may read this channel; to publish, its credential needs the channel, too";
  }
  return "no channel of the credential has this topic";
}

/** Never offers control of another device. */
function fixOf(userId: string, principal: Limited, topic: string): Explanation["fix"] {
  const name = displayTopic(userId, topic);
  if (isLink(principal)) return null;
  const isChannel =
    topic.startsWith(accountPrefix(userId)) &&
    isTopicName(topic) &&
    CHANNEL.test(name) &&
    !name.split("/").includes("") &&
    controlledDevice(userId, topic) === null &&
    utf8Length(topic) <= MAX_TOPIC_BYTES;
  return isChannel ? { credentialId: principal.credentialId, topic } : null;
}

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
