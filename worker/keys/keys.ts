/** Lists of keys: variables with entries `id:base64`, separated by commas, newest first. All keys are accepted. */

import { Buffer } from "node:buffer";
import { createHmac, randomBytes } from "node:crypto";
import { fingerprint, sameSecret } from "./digest.ts";

export type KeyListName = "SEAL_KEYS" | "LOOKUP_KEY" | "VAPID_KEYS" | "BRIDGE_KEYS" | "OPERATOR_KEYS";
export type KeyEnv<N extends KeyListName = KeyListName> = { [V in N]?: string | undefined };

export interface KeyEntry {
  /** In stored values, or of an operator in the audit log. Without one in the list, the start of the key's digest. */
  id: string;
  key: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Keys are missing, malformed, or none opens the value. Answered as 503, and 0x88 by the broker. */
export class SecretsUnavailable extends Error {
  override name = "SecretsUnavailable";
}

/** Ids contain neither the dot that ends them in stored values nor the colon of the variable. */
const ENTRY = /^(?:([A-Za-z0-9_-]{1,32}):)?([A-Za-z0-9+/]{43}=)$/;
/** The id of a key for a deployed Worker contains its time, in seconds since 1970. */
const MADE_AT = /^k(\d{10})-/;
/** Twice the five minutes after which the last account's object has read a new secret. */
const SETTLE_MS = 600_000;

/** Throws `SecretsUnavailable`, whose message never contains the value: it is logged. */
export function parseKeys(name: KeyListName, text = ""): KeyEntry[] {
  const entries = text.split(",").filter((entry) => entry.trim() !== "");
  return entries.map((entry, index) => {
    const [, id, key] = ENTRY.exec(entry.trim()) ?? [];
    if (key === undefined)
      throw new SecretsUnavailable(`Entry ${index + 1} of ${name} is not "id:base64 of 32 bytes".`);
    return { id: id ?? fingerprint(key), key, bytes: Uint8Array.from(Buffer.from(key, "base64")) };
  });
}

const parsed = new Map<string, readonly KeyEntry[]>();

/** Returns the keys of a list that must not be empty, and whose ids find a key. Parsed once per isolate. */
export function keyRing<N extends KeyListName>(name: N, env: KeyEnv<N>): readonly KeyEntry[] {
  const text = env[name] ?? "";
  const ring = parsed.get(text) ?? parseKeys(name, text);
  if (ring.length === 0) throw new SecretsUnavailable(`${name} is not set.`);
  if (new Set(ring.map(({ id }) => id)).size < ring.length)
    throw new SecretsUnavailable(`${name} names a key twice.`);
  parsed.set(text, ring);
  return ring;
}

/** Returns the key for new values: the newest settled one, or the oldest if none has settled. */
export function currentKey<N extends KeyListName>(name: N, env: KeyEnv<N>, now = Date.now()): KeyEntry {
  const ring = keyRing(name, env);
  const isSettled = ({ id }: KeyEntry) => now - Number(MADE_AT.exec(id)?.[1] ?? 0) * 1000 >= SETTLE_MS;
  return ring.find(isSettled) ?? (ring.at(-1) as KeyEntry);
}

/** Returns the id of the equal key, or null. Compares all, so that the time does not reveal which one. */
export const matchingKeyId = (keys: readonly KeyEntry[], secret: string): string | null =>
  keys.filter(({ key }) => sameSecret(key, secret))[0]?.id ?? null;

/** Base64 of 32 bytes. */
export const newKey = (): string => randomBytes(32).toString("base64");

/** Returns a key with an id. `madeAt`, in milliseconds, delays its use; see `currentKey`. */
export function newNamedKey(madeAt?: number): string {
  const time = madeAt === undefined ? "" : `${Math.floor(madeAt / 1000)}-`;
  return `k${time}${randomBytes(4).toString("hex")}:${newKey()}`;
}

// A blind index: HMACs (`{key id}.{mac}`) by which the row of a sealed secret is found.

export type LookupEnv = KeyEnv<"LOOKUP_KEY">;

export const lookupHash = (env: LookupEnv, text: string, now?: number): string =>
  hashWith(currentKey("LOOKUP_KEY", env, now), text);

/** Returns the hashes that a row of this text may have, one per key. */
export const lookupHashes = (env: LookupEnv, text: string): string[] =>
  keyRing("LOOKUP_KEY", env).map((key) => hashWith(key, text));

const hashWith = ({ id, bytes }: KeyEntry, text: string): string =>
  `${id}.${createHmac("sha256", bytes).update(text).digest("base64url")}`;
