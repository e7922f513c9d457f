/** The ways to say who one is in CONNECT: API key, token, credential, device. */

import type { View } from "./grants.ts";
import { accountOfToken } from "./token.ts";

/** Between the API key and a client's own suffix. An API key never contains it. */
export const KEY_SUFFIX_SEPARATOR = "__";

export type Claim =
  | { kind: "api-key"; key: string; view: View }
  | { kind: "token"; token: string }
  | { kind: "credential"; username: string; password: string }
  | { kind: "device"; deviceId: string; username: string; password: string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

/** The key in a client id of the form `{apiKey}__{suffix}`, or null. */
export function keyOfClientId(clientId: string): string | null {
  const at = clientId.indexOf(KEY_SUFFIX_SEPARATOR);
  return at > 0 ? clientId.slice(0, at) : null;
}

const API_KEY = /^sw[0-9A-Za-z]{40}$/;
/** Whether it has the shape of a key of ours, which nothing else that a client says has. */
const isApiKey = (text: string): boolean => API_KEY.test(text);

/** A client id for an anonymous connection. */
export const keyClientId = (key: string, suffix: string): string => key + KEY_SUFFIX_SEPARATOR + suffix;

export const deviceUsername = (deviceId: string, username: string): string => `${deviceId}:${username}`;

const LINK = "link-";

/** The user name of whoever came by a link: it has the link's id, where credentials have what their owner chose. */
export const linkUsername = (id: string): string => LINK + id;
export const isLinkUsername = (username: string): boolean => username.startsWith(LINK);

/** A user name with the account it belongs to: `{userId}/{username}`, where no address names the account. */
export function splitAccount(username: string): { userId: string | null; username: string } {
  const slash = username.indexOf("/");
  const head = username.slice(0, slash);
  return slash > 0 && isUuid(head)
    ? { userId: head.toLowerCase(), username: username.slice(slash + 1) }
    : { userId: null, username };
}

/** Software that has fields for both sends them empty where nothing was typed. */
export const nonEmpty = (text: string | null): string | null => (text === "" ? null : text);

/**
 * What CONNECT claims, or null when it claims nothing that could be checked.
 * Without a password only an API key can be meant: the key stands in the client id, and may be repeated as user name. As a
 * password it, or a token, opens the account to software that has its own client id, user name and topics.
 */
export function claimOf(connect: {
  clientId: string;
  username: string | null;
  password: string | null;
}): Claim | null {
  const { clientId } = connect;
  const [username, password] = [nonEmpty(connect.username), nonEmpty(connect.password)];
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
