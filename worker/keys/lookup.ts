/** A blind index: HMACs (`{key id}.{mac}`) by which the row of a sealed secret is found. */

import { Buffer } from "node:buffer";
import { currentKey, type KeyEntry, type KeyEnv, keyRing } from "./keys.ts";

export type LookupEnv = KeyEnv<"LOOKUP_KEY">;

const imported = new Map<KeyEntry, Promise<CryptoKey>>();

export const lookupHash = async (env: LookupEnv, text: string, now = Date.now()): Promise<string> =>
  hashWith(currentKey(keyRing("LOOKUP_KEY", env), now), text);

/** Returns the hashes that a row of this text may have, one per key. */
export const lookupHashes = async (env: LookupEnv, text: string): Promise<string[]> =>
  Promise.all(keyRing("LOOKUP_KEY", env).map((key) => hashWith(key, text)));

async function hashWith(entry: KeyEntry, text: string): Promise<string> {
  let key = imported.get(entry);
  if (key === undefined) {
    key = crypto.subtle.importKey("raw", entry.bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    imported.set(entry, key);
  }
  const mac = await crypto.subtle.sign("HMAC", await key, new TextEncoder().encode(text));
  return `${entry.id}.${Buffer.from(mac).toString("base64url")}`;
}
