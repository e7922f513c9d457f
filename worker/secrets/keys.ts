/**
 * A list of keys, the newest first: `id:base64`, with commas between. On a desk it is one variable. A deployed product can
 * write its secrets, but not read them: there a new key is written over the older of two slots, `…_A` and `…_B`, whose ids
 * say when they were made, and the others go on opening.
 */

import { Buffer } from "node:buffer";
import { type KeyList, madeAt, type SlotName } from "./rotation.ts";

export interface KeyEntry {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The variables of both lists. */
export type RingEnv = { [V in KeyList["name"] | SlotName]?: string | undefined };

/** The keys are missing, malformed or not the ones that a value was sealed with: 503, and 0x88 at the broker. */
export class SecretsUnavailable extends Error {
  override name = "SecretsUnavailable";
}

/** A dot ends the id inside a value, a colon inside the variable. */
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;
const BASE64_OF_32_BYTES = /^[A-Za-z0-9+/]{43}=$/;

/**
 * A key of a slot is used for what is written from so long on after it was made. By then whoever reads has it, too:
 * an account's object gets its secrets with its code, after five minutes at most. Milliseconds.
 */
const SETTLED = 600_000;

const parsed = new Map<string, readonly KeyEntry[]>();

/** The keys of one list with those of its two slots, the newest first. Parsed once an isolate. */
export function ringOf(name: KeyList["name"], env: RingEnv): readonly KeyEntry[] {
  const text = [env[`${name}_A`], env[`${name}_B`], env[name]].filter(Boolean).join(",");
  const before = parsed.get(text);
  if (before !== undefined) return before;
  const keys = parseKeys(name, text);
  parsed.set(text, keys);
  return keys;
}

/** The key for what is written now: the newest that has settled, or the oldest. */
export const currentOf = (ring: readonly KeyEntry[], now: number): KeyEntry =>
  ring.find(({ id }) => now - madeAt(id) >= SETTLED) ?? (ring.at(-1) as KeyEntry);

function parseKeys(name: string, text: string): KeyEntry[] {
  const entries = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map((entry, index) => parseKey(entry, `Entry ${index + 1} of ${name}`));
  if (entries.length === 0) throw new SecretsUnavailable(`${name} is not set.`);
  if (new Set(entries.map(({ id }) => id)).size < entries.length) {
    throw new SecretsUnavailable(`${name} names a key twice.`);
  }
  return entries.sort((a, b) => madeAt(b.id) - madeAt(a.id));
}

/** The sentences never repeat the value: they end up in logs. */
function parseKey(entry: string, which: string): KeyEntry {
  const colon = entry.indexOf(":");
  const id = entry.slice(0, Math.max(colon, 0));
  const value = entry.slice(colon + 1);
  if (!KEY_ID.test(id) || !BASE64_OF_32_BYTES.test(value)) {
    throw new SecretsUnavailable(`${which} is not "id:base64 of 32 bytes".`);
  }
  return { id, bytes: Uint8Array.from(Buffer.from(value, "base64")) };
}
