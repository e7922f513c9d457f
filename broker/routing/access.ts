/** Who may read and write which topic: the rights as one table. */

import { accountPrefix, controlTopic } from "../contract/topics.ts";
import { isTopicName, matches, parseShared } from "./filter.ts";

/** A row that a client logged in with. */
export type PrincipalRef =
  | { kind: "api-key"; keyId: string }
  | { kind: "credential"; credentialId: string }
  | { kind: "device"; deviceId: string; credentialId: string };

/** A row that a client logged in with, and what hangs on it. Topics are stored topics, with the account's prefix. */
export type Principal =
  | { kind: "api-key"; keyId: string }
  | {
      kind: "credential";
      credentialId: string;
      /** Grows when the user name or password changes: a session that logged in under another one is dropped. */
      secretVersion: number;
      /** Topics of the credential's channels. */
      topics: readonly string[];
    }
  | {
      kind: "device";
      deviceId: string;
      credentialId: string;
      secretVersion: number;
      topics: readonly string[];
      /** Topics of the device's channels. */
      deviceTopics: readonly string[];
      /** When its right to be this device ends; left out: it does not. Milliseconds since 1970. */
      until?: number;
    };

/** What a principal may do, compiled once. Topics and filters with the account's prefix, as they are on the wire. */
export interface Rights {
  mayPublish(topic: string): boolean;
  mayRead(topic: string): boolean;
  /** Whether the filter can match at least one readable topic. A shared filter is judged by the filter inside it. */
  maySubscribe(filter: string): boolean;
}

export function rightsOf(userId: string, principal: Principal): Rights {
  return principal.kind === "api-key" ? accountRights(userId) : topicRights(userId, principal);
}

/** Everything in the account, and nothing beside it. */
function accountRights(userId: string): Rights {
  const prefix = accountPrefix(userId);
  const own = (topic: string): boolean => topic.startsWith(prefix);
  return {
    mayPublish: own,
    mayRead: own,
    maySubscribe: (filter) => {
      const inner = unshared(filter);
      // any filter of two levels or more whose first one lets the account's through
      return inner === "#" || (inner !== null && (inner.startsWith(prefix) || inner.startsWith("+/")));
    },
  };
}

/** A list of topics: each look-up is one in a set. */
function topicRights(userId: string, principal: Exclude<Principal, { kind: "api-key" }>): Rights {
  const writable = new Set(ownTopics(userId, principal.topics));
  if (principal.kind === "device") writable.add(controlTopic(userId, principal.deviceId));
  const readable = new Set([...writable, ...automaticFilters(userId, principal)]);
  return {
    mayPublish: (topic) => writable.has(topic),
    mayRead: (topic) => readable.has(topic),
    maySubscribe: (filter) => {
      const inner = unshared(filter);
      if (inner === null) return false;
      if (readable.has(inner)) return true;
      for (const topic of readable) if (matches(inner, topic)) return true;
      return false;
    },
  };
}

/** A row that names a topic outside the account, by whatever mistake, gives no right to it. */
const ownTopics = (userId: string, topics: readonly string[]): string[] =>
  topics.filter((topic) => topic.startsWith(accountPrefix(userId)) && isTopicName(topic));

function unshared(filter: string): string | null {
  const shared = parseShared(filter);
  if (shared === "invalid") return null;
  return shared === null ? filter : shared.filter;
}

/** The filters that the broker subscribes a device to when it connects; none for other kinds. */
export function automaticFilters(userId: string, principal: Principal): readonly string[] {
  if (principal.kind !== "device") return [];
  const own = ownTopics(userId, principal.deviceTopics);
  return [...new Set([controlTopic(userId, principal.deviceId), ...own])];
}

export function refOf(principal: Principal): PrincipalRef {
  switch (principal.kind) {
    case "api-key":
      return { kind: "api-key", keyId: principal.keyId };
    case "credential":
      return { kind: "credential", credentialId: principal.credentialId };
    case "device":
      return { kind: "device", deviceId: principal.deviceId, credentialId: principal.credentialId };
  }
}

/** A text that is the same for the same row and for no other. */
export function refKey(ref: PrincipalRef): string {
  switch (ref.kind) {
    case "api-key":
      return `api-key:${ref.keyId}`;
    case "credential":
      return `credential:${ref.credentialId}`;
    case "device":
      return `device:${ref.deviceId}:${ref.credentialId}`;
  }
}

export const sameRef = (a: PrincipalRef, b: PrincipalRef): boolean => refKey(a) === refKey(b);
