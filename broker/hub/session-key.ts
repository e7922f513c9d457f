/** The key of a session: principal and client identifier, with an API key in it hashed. */

import crypto from "node:crypto";
import { KEY_SUFFIX_SEPARATOR, keyOfClientId } from "../contract/client.ts";
import { withoutKeys } from "../contract/json.ts";

export const digest = (text: string): string => crypto.createHash("sha256").update(text).digest("hex");

let last = { key: "", digest: "" };

/** Cached: a CONNECT needs it several times, and reconnecting clients often share a key. */
export function digestOfKey(key: string): string {
  if (last.key !== key || key === "") last = { key, digest: digest(key) };
  return last.digest;
}

/** Keys as the product makes them, anywhere in the text. */
const API_KEY = /swt_[0-9A-Za-z]{55}|sw[0-9A-Za-z]{40}/g;

/** Text before a double underscore may be an API key, whatever the login: it is never stored in plain text. */
export function storedClientId(clientId: string): string {
  const key = keyOfClientId(clientId);
  const rest = clientId.slice(key?.length ?? 0).replace(API_KEY, (found) => digestOfKey(found));
  return key === null ? rest : digestOfKey(key) + rest;
}

export const sessionKey = (principal: string, clientId: string): string =>
  `${principal}\n${storedClientId(clientId)}`;

/** Returns the client identifier of a session key, with a digest in place of an API key. */
export const clientIdOf = (key: string): string => key.slice(key.indexOf("\n") + 1);

export function shownClientId(clientId: string): string {
  const key = keyOfClientId(clientId);
  return withoutKeys(
    key === null
      ? clientId
      : `…${KEY_SUFFIX_SEPARATOR}${clientId.slice(key.length + KEY_SUFFIX_SEPARATOR.length)}`,
  );
}
