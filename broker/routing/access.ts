/** Who may read and write which topic. */

import { type AsksOwner, callerOfToken } from "../contract/asking.ts";
import type { Grant } from "../contract/grants.ts";
import {
  accountPrefix,
  controlledDevice,
  controlTopic,
  isReplyTopic,
  statusTopic,
  telemetryTopic,
  wordsOfTheBroker,
} from "../contract/topics.ts";
import { isTopicName } from "./filter.ts";
import { TopicSet } from "./topic-set.ts";

/**
 * The row of a login: an API key, a token, a credential, or a device with its credential. `view`: one row serves both
 * views.
 */
export type PrincipalRef =
  | { kind: "api-key"; keyId: string; view?: "root" }
  | { kind: "token"; tokenId: string }
  | { kind: "credential"; credentialId: string }
  | { kind: "device"; deviceId: string; credentialId: string; view?: "root" };

/**
 * The row of a login with everything that its rights depend on. Topics are stored topics, with the account's prefix.
 */
export type Principal =
  | { kind: "api-key"; keyId: string; view?: "root" }
  | {
      kind: "token";
      tokenId: string;
      grants: readonly Grant[];
      /** Ids of devices that it may switch, `+` for all: a filter alone never reaches a control topic. */
      controls: readonly string[];
      view: "root";
      /** When the token ends; omitted when it does not. Milliseconds since 1970. */
      until?: number;
      guest?: true;
      /** Of a guest: its page opens its stream again when they change. */
      details?: string;
    }
  | {
      kind: "credential";
      credentialId: string;
      /** Incremented with the user name or password: sessions of an older version are dropped. */
      secretVersion: number;
      topics: readonly string[];
      grants?: readonly Grant[];
      view?: "root";
    }
  | {
      kind: "device";
      deviceId: string;
      credentialId: string;
      secretVersion: number;
      topics: readonly string[];
      deviceTopics: readonly string[];
      grants?: readonly Grant[];
      view?: "root";
      /** When it ends being this device; omitted when it does not. Milliseconds since 1970. */
      until?: number;
    };

/** The compiled rights of a principal. Topics and filters have the account's prefix, as on the wire. */
export interface Rights {
  mayPublish(topic: string): boolean;
  mayRead(topic: string): boolean;
  /** Whether the filter can match at least one readable topic. A shared filter counts as the filter inside it. */
  maySubscribe(filter: string): boolean;
  /** The prefix that its clients do not see: the account's in root view, otherwise empty. */
  root: string;
}

/** Returns the ids of the discovered devices whose command topic this is. */
export type CommandedOn = (topic: string) => readonly string[];
const NO_DEVICES: CommandedOn = () => [];
const ASKS_NOTHING: AsksOwner = () => false;

/** `clientId` replaces `%c` in grants; empty for a client id that matches no pattern. */
export function rightsOf(
  userId: string,
  principal: Principal,
  clientId = "",
  commandedOn: CommandedOn = NO_DEVICES,
  asksFirst: AsksOwner = ASKS_NOTHING,
): Rights {
  const [publish, read] = [new TopicSet(userId), new TopicSet(userId)];
  if (principal.kind === "api-key") {
    publish.addFilter(`${accountPrefix(userId)}#`);
    read.addFilter(`${accountPrefix(userId)}#`);
  } else if (principal.kind === "token") {
    return rightsOfToken(userId, principal, commandedOn, asksFirst);
  } else {
    const own = ownTopics(userId, principal);
    publish.addTopics([...principal.topics, ...own.publish]);
    read.addTopics([...principal.topics, ...own.read, ...automaticFilters(userId, principal)]);
    for (const grant of principal.grants ?? []) {
      const filter = withClientId(grant.filter, clientId);
      if (filter !== null && grant.publish) publish.addFilter(accountPrefix(userId) + filter);
      if (filter !== null && grant.subscribe) read.addFilter(accountPrefix(userId) + filter);
    }
  }
  return {
    // only the broker publishes status, notices and announcements; a device without a right of its own may answer a request
    mayPublish: (topic) =>
      (publish.has(topic) && wordsOfTheBroker(userId, topic) === null) || isReplyTopic(userId, topic),
    mayRead: read.has,
    maySubscribe: read.meets,
    root: principal.view === "root" ? accountPrefix(userId) : "",
  };
}

/**
 * A token publishes nothing that switches a device outside its scopes, neither on our control topics nor on a
 * discovered device's; nor on those of a device that asks its owner first.
 */
function rightsOfToken(
  userId: string,
  { grants, controls, guest }: Extract<Principal, { kind: "token" }>,
  commandedOn: CommandedOn,
  asksFirst: AsksOwner,
): Rights {
  const root = accountPrefix(userId);
  const [publish, read, control] = [new TopicSet(userId), new TopicSet(userId), new TopicSet(userId)];
  for (const { filter, publish: mayPublish } of grants)
    (mayPublish ? publish : read).addFilter(root + filter);
  for (const deviceId of controls) control.addFilter(controlTopic(userId, deviceId));
  const caller = callerOfToken({ ...(guest && { guest }) });
  const maySwitch = (deviceId: string): boolean =>
    control.has(controlTopic(userId, deviceId)) && !asksFirst(deviceId, caller);
  return {
    mayPublish(topic) {
      const device = controlledDevice(userId, topic);
      if (device !== null) return maySwitch(device);
      return (
        isReplyTopic(userId, topic) ||
        (publish.has(topic) &&
          wordsOfTheBroker(userId, topic) === null &&
          commandedOn(topic).every(maySwitch))
      );
    },
    mayRead: read.has,
    maySubscribe: read.meets,
    root,
  };
}

export function ownTopics(userId: string, principal: Principal): { publish: string[]; read: string[] } {
  if (principal.kind !== "device") return { publish: [], read: [] };
  const { deviceId } = principal;
  const publish = [controlTopic(userId, deviceId), telemetryTopic(userId, deviceId)];
  return { publish, read: [...publish, statusTopic(userId, deviceId)] };
}

const CLIENT_ID = "%c";
/** A name that is empty or would span levels matches no pattern. */
const isPatternText = (name: string): boolean => name !== "" && !/[/+#]/.test(name);

function withClientId(filter: string, clientId: string): string | null {
  if (!filter.includes(CLIENT_ID)) return filter;
  return isPatternText(clientId) ? filter.replaceAll(CLIENT_ID, () => clientId) : null;
}

/** Returns the grants of a login with this user name: `%u` is filled in. */
export const grantsFor = (grants: readonly Grant[], username: string): readonly Grant[] =>
  grants.flatMap((grant) => {
    if (!grant.filter.includes("%u")) return [grant];
    if (!isPatternText(username)) return [];
    return [{ ...grant, filter: grant.filter.replaceAll("%u", () => username) }];
  });

export const hasPatterns = (principal: Principal): boolean =>
  principal.kind !== "api-key" &&
  principal.kind !== "token" &&
  (principal.grants ?? []).some(({ filter }) => filter.includes(CLIENT_ID));

const topicsAtHome = (userId: string, topics: readonly string[]): string[] =>
  topics.filter((topic) => topic.startsWith(accountPrefix(userId)) && isTopicName(topic));

/** Returns the filters that the broker subscribes a device to at CONNECT; empty for other kinds. */
export function automaticFilters(userId: string, principal: Principal): readonly string[] {
  if (principal.kind !== "device") return [];
  const own = topicsAtHome(userId, principal.deviceTopics);
  return [...new Set([controlTopic(userId, principal.deviceId), ...own])];
}

export function refOf(principal: Principal): PrincipalRef {
  switch (principal.kind) {
    case "api-key":
      return { kind: "api-key", keyId: principal.keyId, ...(principal.view && { view: principal.view }) };
    case "token":
      return { kind: "token", tokenId: principal.tokenId };
    case "credential":
      return { kind: "credential", credentialId: principal.credentialId };
    case "device":
      return {
        kind: "device",
        deviceId: principal.deviceId,
        credentialId: principal.credentialId,
        ...(principal.view && { view: principal.view }),
      };
  }
}

const viewIn = ({ view }: { view?: "root" }): string => (view === undefined ? "" : `:${view}`);

export function refKey(ref: PrincipalRef): string {
  switch (ref.kind) {
    case "api-key":
      return `api-key:${ref.keyId}${viewIn(ref)}`;
    case "token":
      return `token:${ref.tokenId}`;
    case "credential":
      return `credential:${ref.credentialId}`;
    case "device":
      return `device:${ref.deviceId}:${ref.credentialId}${viewIn(ref)}`;
  }
}

/** The inverse of `refKey`. */
export function refIn(key: string): PrincipalRef {
  const [kind, id = "", ...rest] = key.split(":");
  const view = rest.at(-1) === "root" ? { view: "root" as const } : {};
  if (kind === "api-key") return { kind, keyId: id, ...view };
  if (kind === "token") return { kind, tokenId: id };
  if (kind === "device") return { kind, deviceId: id, credentialId: rest[0] ?? "", ...view };
  return { kind: "credential", credentialId: id };
}

/** Returns the ids of the rows that a principal's rights are computed from: of its login, and of its device. */
export function idsIn(key: string): string[] {
  const [kind, id = "", credential = ""] = key.split(":");
  return kind === "device" ? [id, credential] : [id];
}

/** Returns the id of the login's row, whatever device it is: limits are shared per login. */
export function loginOf(key: string): string {
  const [kind = "", id = "", credential = ""] = key.split(":");
  return kind === "device" ? credential : id;
}
