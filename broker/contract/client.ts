/** The identities that CONNECT can claim: API key, token, credential, device. */

import type { View } from "./grants.ts";
import { accountOfToken } from "./token.ts";
import { isUuid } from "./topics.ts";

/** WebSocket subprotocols of MQTT [MQTT-6.0.0-3]; MQTT.js and Paho use the second for 3.1. */
const SUBPROTOCOLS = ["mqtt", "mqttv3.1"];

/** Returns the offered subprotocol to select from `Sec-WebSocket-Protocol`, or null without MQTT. */
export function subprotocolOf({ headers }: { headers: { get(name: string): string | null } }): string | null {
  const offered = (headers.get("Sec-WebSocket-Protocol") ?? "").split(",").map((each) => each.trim());
  return SUBPROTOCOLS.find((each) => offered.includes(each)) ?? null;
}

/** Separates the API key from the client's own suffix. An API key never contains it. */
export const KEY_SUFFIX_SEPARATOR = "__";

export type Claim =
  | { kind: "api-key"; key: string; view: View }
  | { kind: "token"; token: string }
  | { kind: "credential"; username: string; password: string }
  | { kind: "device"; deviceId: string; username: string; password: string };

/** Returns the key of a client id `{apiKey}__{suffix}`, or null. */
export function keyOfClientId(clientId: string): string | null {
  const at = clientId.indexOf(KEY_SUFFIX_SEPARATOR);
  return at > 0 ? clientId.slice(0, at) : null;
}

const API_KEY = /^sw[0-9A-Za-z]{40}$/;
/** Only API keys have this shape. */
const isApiKey = (text: string): boolean => API_KEY.test(text);

/** The client id of a connection by API key. */
export const keyClientId = (key: string, suffix: string): string => key + KEY_SUFFIX_SEPARATOR + suffix;

export const deviceUsername = (deviceId: string, username: string): string => `${deviceId}:${username}`;

const LINK = "link-";

/**
 * The user name of a client that connects by a link: it contains the link's id. Owners choose the names of credentials.
 */
export const linkUsername = (id: string): string => LINK + id;
export const isLinkUsername = (username: string): boolean => username.startsWith(LINK);

/** Splits `{userId}/{username}`, which names the account where the host name does not. */
export function splitAccount(username: string): { userId: string | null; username: string } {
  const slash = username.indexOf("/");
  const head = username.slice(0, slash);
  return slash > 0 && isUuid(head)
    ? { userId: head.toLowerCase(), username: username.slice(slash + 1) }
    : { userId: null, username };
}

const SDK_SUFFIX = /\?(?:[^?&=]+=[^?&]*&)*SDK=/;

/**
 * Returns the user name of a CONNECT; null for none. The SDKs of AWS append their name and version to it
 * (`lamp?SDK=CPPv2&Version=1.33.0`) unless their option `disableMetrics` is set; the name of an authorizer may stand in
 * front of it.
 */
export function usernameOf({ username }: { username: string | null }): string | null {
  const at = username?.search(SDK_SUFFIX) ?? -1;
  return nonEmpty(at < 0 ? username : (username?.slice(0, at) ?? null));
}

/** Returns null for an empty text: software with fields for user name and password sends empty ones as "". */
export const nonEmpty = (text: string | null): string | null => (text === "" ? null : text);

/**
 * Returns the claim of CONNECT, or null without one that could be checked. Without a password only an API key is
 * possible: it is in the client id and may be repeated as user name. As a password, an API key or a token allows any
 * client id and user name.
 */
export function claimOf(connect: {
  clientId: string;
  username: string | null;
  password: string | null;
}): Claim | null {
  const { clientId } = connect;
  const [username, password] = [usernameOf(connect), nonEmpty(connect.password)];
  const key = keyOfClientId(clientId);
  if (key !== null && (username === null || username === key) && (password === null || password === key)) {
    return { kind: "api-key", key, view: "account" };
  }
  if (password !== null && isApiKey(password)) return { kind: "api-key", key: password, view: "root" };
  if (password !== null && accountOfToken(password) !== null) return { kind: "token", token: password };
  if (username === null || password === null) return null;
  const bare = splitAccount(username).username;
  const colon = bare.indexOf(":");
  if (colon < 0) return { kind: "credential", username: bare, password };
  const deviceId = bare.slice(0, colon);
  if (!isUuid(deviceId)) return null;
  return { kind: "device", deviceId: deviceId.toLowerCase(), username: bare.slice(colon + 1), password };
}
