/** Lists of keys: variables with entries `id:base64`, separated by commas, newest first. All keys are accepted. */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { sameSecret } from "./digest.ts";

export type KeyListName = "SEAL_KEYS" | "LOOKUP_KEY" | "VAPID_KEYS" | "BRIDGE_KEYS" | "OPERATOR_KEYS";
export type KeyEnv<N extends KeyListName = KeyListName> = { [V in N]?: string | undefined };

export interface KeyEntry {
  /** In stored values, or of an operator in the audit log. */
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
/** Stored values contain the id of their key, so these lists need fixed ids. */
export const HAS_FIXED_ID: Partial<Record<KeyListName, true>> = {
  SEAL_KEYS: true,
  LOOKUP_KEY: true,
  VAPID_KEYS: true,
};

/** The id of a key for a deployed Worker contains its time, in seconds since 1970. */
const MADE_AT = /^k(\d{10})-/;
/** Twice the five minutes after which the last account's object has read a new secret. */
const SETTLE_MS = 600_000;

export const splitEntries = (text = ""): string[] =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

/** Throws `SecretsUnavailable`, whose message never contains the value: it is logged. */
export function parseKeys(name: KeyListName, text?: string): KeyEntry[] {
  const keys = splitEntries(text).map((entry, index) => {
    const [, id, key] = ENTRY.exec(entry) ?? [];
    if (key === undefined || (id === undefined && HAS_FIXED_ID[name])) {
      const form = HAS_FIXED_ID[name]
        ? '"id:base64 of 32 bytes"'
        : 'base64 of 32 bytes, with or without "id:"';
      throw new SecretsUnavailable(`Entry ${index + 1} of ${name} is not ${form}.`);
    }
    const bytes = Uint8Array.from(Buffer.from(key, "base64"));
    return { id: id ?? createHash("sha256").update(key).digest("hex").slice(0, 8), key, bytes };
  });
  if (HAS_FIXED_ID[name] && new Set(keys.map(({ id }) => id)).size < keys.length) {
    throw new SecretsUnavailable(`${name} names a key twice.`);
  }
  return keys;
}

const parsed = new Map<string, readonly KeyEntry[]>();

/** Returns the keys of a list that must not be empty. Parsed once per isolate. */
export function keyRing<N extends KeyListName>(name: N, env: KeyEnv<N>): readonly KeyEntry[] {
  const text = env[name] ?? "";
  const ring = parsed.get(text) ?? parseKeys(name, text);
  if (ring.length === 0) throw new SecretsUnavailable(`${name} is not set.`);
  parsed.set(text, ring);
  return ring;
}

/** Returns the key for new values: the newest settled one, or the oldest if none has settled. */
export const currentKey = (ring: readonly KeyEntry[], now: number): KeyEntry =>
  ring.find(({ id }) => now - Number(MADE_AT.exec(id)?.[1] ?? 0) * 1000 >= SETTLE_MS) ??
  (ring.at(-1) as KeyEntry);

/** Returns the id of the equal key, or null. Compares all, so that the time does not reveal which one. */
export const matchingKeyId = (keys: readonly KeyEntry[], secret: string): string | null =>
  keys.filter(({ key }) => sameSecret(key, secret))[0]?.id ?? null;
