/** The name of a session: principal and client identifier, with an API key in it hashed. */

import crypto from "node:crypto";
import { KEY_SUFFIX_SEPARATOR, keyOfClientId } from "../contract/client.ts";
import { withoutKeys } from "../contract/hidden.ts";

export const digest = (text: string): string => crypto.createHash("sha256").update(text).digest("hex");

let last = { key: "", digest: "" };

/** Asked for several times a CONNECT; and a crowd that comes back often has one key. */
export function digestOfKey(key: string): string {
  if (last.key !== key || key === "") last = { key, digest: digest(key) };
  return last.digest;
}

/** As the product makes it, wherever it stands. */
const API_KEY = /swt_[0-9A-Za-z]{55}|sw[0-9A-Za-z]{40}/g;

/** What stands before a double underscore may be an API key, whoever logs in with it: it is never kept in plain. */
export function storedClientId(clientId: string): string {
  const key = keyOfClientId(clientId);
  const rest = clientId.slice(key?.length ?? 0).replace(API_KEY, (found) => digestOfKey(found));
  return key === null ? rest : digestOfKey(key) + rest;
}

export const sessionKey = (principal: string, clientId: string): string =>
  `${principal}\n${storedClientId(clientId)}`;

/** The client identifier in it, as far as it stands there: what may have been an API key is a digest. */
export const clientIdOf = (key: string): string => key.slice(key.indexOf("\n") + 1);

export function shownClientId(clientId: string): string {
  const key = keyOfClientId(clientId);
  return withoutKeys(
    key === null
      ? clientId
      : `…${KEY_SUFFIX_SEPARATOR}${clientId.slice(key.length + KEY_SUFFIX_SEPARATOR.length)}`,
  );
}
