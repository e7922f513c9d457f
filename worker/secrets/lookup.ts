/**
 * A blind index: finds the row of a secret that is only stored sealed. Without the key a dump cannot be searched. A hash
 * begins with the id of its key and a dot, so that rows say which key they need. What is written is hashed with the newest
 * key, what is looked for with each.
 */

import { Buffer } from "node:buffer";
import { currentOf, type KeyEntry, type RingEnv, ringOf } from "./keys.ts";

export type LookupEnv = Pick<RingEnv, "LOOKUP_KEY" | "LOOKUP_KEY_A" | "LOOKUP_KEY_B">;

const imported = new Map<KeyEntry, Promise<CryptoKey>>();

/** The newest first. */
export const lookupKeys = (env: LookupEnv): readonly KeyEntry[] => ringOf("LOOKUP_KEY", env);

/** The one for what is written now. */
export const currentLookupKey = (env: LookupEnv, now = Date.now()): KeyEntry =>
  currentOf(lookupKeys(env), now);

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
