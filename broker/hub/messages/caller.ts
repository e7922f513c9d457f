/** The caller of a message call over HTTP. A login session has the rights of an API key in root view. */

import type { Bearer } from "../../contract/bearer.ts";
import type { MessageRefusal } from "../../contract/messages.ts";
import { controlledDevice, displayTopic, wordsOfTheBroker } from "../../contract/topics.ts";
import {
  type CommandedOn,
  type Principal,
  type Rights,
  refKey,
  refOf,
  rightsOf,
} from "../../routing/access.ts";
import { explain } from "../../routing/explain.ts";
import type { RightsCopy } from "../../storage/rights-copy.ts";
import { tokenPrincipal } from "../rights/token-principal.ts";

export interface KnownCaller {
  principal: Principal;
  /** The owner's name of the token; empty for a session. */
  tokenName: string;
  /** Its key in rate limits: its publishes count like those of one MQTT client. */
  ref: string;
  rights: Rights;
}

interface Account {
  rightsCopy: Pick<RightsCopy, "login">;
  commandedOn: CommandedOn;
  userId: string;
}

const SESSION: Principal = { kind: "api-key", keyId: "session", view: "root" };

/**
 * Returns null when the copy of the rights does not have the token, or it has expired. `now` in milliseconds since
 * 1970.
 */
export function knownCaller({ kind, digest }: Bearer, account: Account, now: number): KnownCaller | null {
  const token = kind === "session" ? null : account.rightsCopy.login("token", digest);
  if (token === null) return kind === "session" ? withRights(SESSION, "", account) : null;
  if (token.kind !== "token" || (token.until !== null && token.until <= now)) return null;
  return withRights(tokenPrincipal(token), token.label, account);
}

function withRights(principal: Principal, tokenName: string, { userId, commandedOn }: Account): KnownCaller {
  const rights = rightsOf(userId, principal, "", commandedOn);
  return { principal, tokenName, ref: refKey(refOf(principal)), rights };
}

/** Returns why a caller may not publish to a topic: the missing scope, or a topic that only the broker publishes. */
export function publishRefusal(
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
