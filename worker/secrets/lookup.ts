/**
 * A blind index: finds the row of a secret that is only stored sealed. Without the key a dump cannot be searched. A hash
 * begins with the id of its key and a dot, so that rows say which key they need. What is written is hashed with the newest
 * key, what is looked for with each.
 */

import { Buffer } from "node:buffer";
import { currentOf, type KeyEntry, parseKeys } from "./key-list.ts";

export interface LookupEnv {
  LOOKUP_KEY?: string | undefined;
  LOOKUP_KEY_A?: string | undefined;
  LOOKUP_KEY_B?: string | undefined;
}

const parsed = new Map<string, readonly KeyEntry[]>();
const imported = new Map<KeyEntry, Promise<CryptoKey>>();

/** The newest first. */
export function lookupKeys(env: LookupEnv): readonly KeyEntry[] {
  const text = [env.LOOKUP_KEY_A, env.LOOKUP_KEY_B, env.LOOKUP_KEY].filter(Boolean).join(",");
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const keys = parseKeys("LOOKUP_KEY", text);
  parsed.set(text, keys);
  return keys;
}

/** The one for what is written now. */
export function currentLookupKey(env: LookupEnv, now = Date.now()): KeyEntry {
  const keys = lookupKeys(env);
  const current = currentOf(
    keys.map(({ id }) => id),
    now,
  );
  return keys.find(({ id }) => id === current) as KeyEntry;
}

/** What is written into a row. */
export const lookupHash = async (env: LookupEnv, text: string): Promise<string> =>
  hashWith(currentLookupKey(env), text);

/** All that may stand in a row. */
export const lookupHashes = async (env: LookupEnv, text: string): Promise<string[]> =>
  Promise.all(lookupKeys(env).map((key) => hashWith(key, text)));

async function hashWith(entry: KeyEntry, text: string): Promise<string> {
  let key = imported.get(entry);
  if (key === undefined) {
    key = crypto.subtle.importKey("raw", entry.bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    imported.set(entry, key);
  }
  const mac = await crypto.subtle.sign("HMAC", await key, new TextEncoder().encode(text));
  return `${entry.id}.${Buffer.from(mac).toString("base64url")}`;
}
