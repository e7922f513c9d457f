/**
 * The key ring: one variable for each list of keys, with commas between entries of the form `id:base64`, the newest first.
 * Every key of a list is accepted. The first one that has settled is used for new values.
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { sameSecret } from "./digest.ts";

export type ListName = "SEAL_KEYS" | "LOOKUP_KEY" | "BRIDGE_KEYS" | "OPERATOR_KEYS";
export type KeyEnv<N extends ListName = ListName> = { [V in N]?: string | undefined };

export interface KeyEntry {
  /** Names the key: in a stored value, or an operator in the audit log. */
  id: string;
  /** Base64 of 32 bytes. */
  key: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The keys are missing, malformed or not the ones that a value was sealed with: 503, and 0x88 at the broker. */
export class SecretsUnavailable extends Error {
  override name = "SecretsUnavailable";
}

/** A dot ends the id inside a stored value, a colon inside the variable. */
const ENTRY = /^(?:([A-Za-z0-9_-]{1,32}):)?([A-Za-z0-9+/]{43}=)$/;
/** Stored values name their key, so a key of these lists has an id that never changes. */
const IS_STORED: Partial<Record<ListName, true>> = { SEAL_KEYS: true, LOOKUP_KEY: true };

/** The id of a key that was made for a deployed Worker says in which second. */
const MADE_AT = /^k(\d{10})-/;
/**
 * An account's object reads a new secret up to five minutes after it is set. A key is used for new values from twice that
 * time on, so that every reader has it. Milliseconds.
 */
const SETTLED = 600_000;

export const entriesOf = (text = ""): string[] =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

/** Without an id, a key goes by the beginning of its digest. Error texts never repeat the value: they end up in logs. */
export function parseKeys(name: ListName, text?: string): KeyEntry[] {
  const keys = entriesOf(text).map((entry, index) => {
    const [, id, key] = ENTRY.exec(entry) ?? [];
    if (key === undefined || (id === undefined && IS_STORED[name])) {
      const form = IS_STORED[name] ? '"id:base64 of 32 bytes"' : 'base64 of 32 bytes, with or without "id:"';
      throw new SecretsUnavailable(`Entry ${index + 1} of ${name} is not ${form}.`);
    }
    const bytes = Uint8Array.from(Buffer.from(key, "base64"));
    return { id: id ?? createHash("sha256").update(key).digest("hex").slice(0, 8), key, bytes };
  });
  if (IS_STORED[name] && new Set(keys.map(({ id }) => id)).size < keys.length) {
    throw new SecretsUnavailable(`${name} names a key twice.`);
  }
  return keys;
}

const parsed = new Map<string, readonly KeyEntry[]>();

/** The keys of a list that must not be empty. Parsed once an isolate. */
export function ringOf<N extends ListName>(name: N, env: KeyEnv<N>): readonly KeyEntry[] {
  const text = env[name] ?? "";
  const ring = parsed.get(text) ?? parseKeys(name, text);
  if (ring.length === 0) throw new SecretsUnavailable(`${name} is not set.`);
  parsed.set(text, ring);
  return ring;
}

/** The key for new values: the newest that has settled, or the oldest. */
export const currentOf = (ring: readonly KeyEntry[], now: number): KeyEntry =>
  ring.find(({ id }) => now - Number(MADE_AT.exec(id)?.[1] ?? 0) * 1000 >= SETTLED) ??
  (ring.at(-1) as KeyEntry);

/** Compares with each key, so that the time does not tell which one it was; null where none is equal. */
export const holderOf = (keys: readonly KeyEntry[], said: string): string | null =>
  keys.filter(({ key }) => sameSecret(key, said))[0]?.id ?? null;
