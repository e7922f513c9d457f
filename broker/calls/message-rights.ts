/** The caller of a message call over HTTP. A login session has the rights of an API key in root view. */

import type { MessageRefusal } from "../contract/messages.ts";
import { accountPrefix, controlledDevice, displayTopic, wordsOfTheBroker } from "../contract/topics.ts";
import { PAGE_LOGIN } from "../hub/publish/writer.ts";
import { tokenPrincipal } from "../hub/rights/token-principal.ts";
import type { TokenLogin } from "../ports.ts";
import { type CommandedOn, type Principal, type Rights, refKey, refOf, rightsOf } from "../routing/access.ts";
import { explain } from "../routing/explain.ts";
import { overlap } from "../routing/filter.ts";
import type { VerifiedCaller } from "./caller.ts";

export interface KnownCaller {
  principal: Principal;
  /** The owner's name of the token; empty for a session. */
  tokenName: string;
  /** Its key in rate limits: its publishes count like those of one MQTT client. */
  ref: string;
  rights: Rights;
  /** Null for a session. */
  token: TokenLogin | null;
}

interface Account {
  commandedOn: CommandedOn;
  userId: string;
}

const SESSION: Principal = { kind: "api-key", keyId: PAGE_LOGIN, view: "root" };

export const knownCaller = (caller: VerifiedCaller, account: Account): KnownCaller =>
  caller.kind === "session"
    ? withRights(SESSION, null, account)
    : withRights(tokenPrincipal(caller), caller, account);

function withRights(
  principal: Principal,
  token: TokenLogin | null,
  { userId, commandedOn }: Account,
): KnownCaller {
  const rights = rightsOf(userId, principal, "", commandedOn);
  return { principal, tokenName: token?.label ?? "", ref: refKey(refOf(principal)), rights, token };
}

/** Returns why a caller may not publish to a topic: the missing scope, or a topic that only the broker publishes. */
export function missingPublishRight(
  { principal, tokenName }: KnownCaller,
  topic: string,
  { commandedOn, userId }: Account,
): MessageRefusal {
  if (principal.kind !== "token" || wordsOfTheBroker(userId, topic) !== null) {
    return { why: "forbidden", words: explain(userId, principal, "publish", topic).words };
  }
  const device = controlledDevice(userId, topic) ?? commandedOn(topic)[0];
  const withSwitch = rightsOf(userId, { ...principal, controls: ["+"] }, "", commandedOn);
  return device !== undefined && withSwitch.mayPublish(topic)
    ? { why: "scope", scope: `devices:switch:${device}`, tokenName }
    : { why: "scope", scope: `messages:publish:${displayTopic(userId, topic)}`, tokenName };
}

/** For a topic or a filter. */
export const readRefusal = ({ tokenName }: KnownCaller, userId: string, filter: string): MessageRefusal => ({
  why: "scope",
  scope: `messages:read:${displayTopic(userId, filter)}`,
  tokenName,
});

/** Null for a caller that may publish to some topic of the filter; each topic is checked when it is removed. */
export function removalRefusal(
  { principal, tokenName }: KnownCaller,
  userId: string,
  filter: string,
): MessageRefusal | null {
  if (principal.kind !== "token") return null;
  const root = accountPrefix(userId);
  const mayPublish = principal.grants.some((grant) => grant.publish && overlap(root + grant.filter, filter));
  const scope = `messages:publish:${displayTopic(userId, filter)}`;
  return mayPublish ? null : { why: "scope", scope, tokenName };
}
