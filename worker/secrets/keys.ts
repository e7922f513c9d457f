/**
 * The keys that secrets are sealed with. All of them open; the newest seals. On a desk they stand in `SEAL_KEYS`, the
 * newest first. A deployed product can write its secrets, but not read them: there a new key is written over the older
 * of `SEAL_KEYS_A` and `SEAL_KEYS_B`, and the other one goes on opening.
 */

import { Buffer } from "node:buffer";
import { madeAt } from "./rotation.ts";

export interface SealKeys {
  /** The id of the key that seals from now on. */
  current: string;
  byId: ReadonlyMap<string, CryptoKey>;
}

export interface SealEnv {
  SEAL_KEYS?: string | undefined;
  SEAL_KEYS_A?: string | undefined;
  SEAL_KEYS_B?: string | undefined;
}

/** The keys are missing, malformed or not the ones that a value was sealed with: 503, and 0x88 at the broker. */
export class SecretsUnavailable extends Error {
  override name = "SecretsUnavailable";
}

/** A dot ends the id inside an envelope, a colon inside the variable. */
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;
const BASE64_OF_32_BYTES = /^[A-Za-z0-9+/]{43}=$/;

/** A key of a slot seals from so long on after it was made: by then whoever must open has it, too. Milliseconds. */
const SETTLED = 120_000;

const imported = new Map<string, Promise<SealKeys["byId"]>>();

/** Imported once an isolate: a key import costs more than the sealing. */
export async function loadKeys(env: SealEnv, now = Date.now()): Promise<SealKeys> {
  const text = [env.SEAL_KEYS_A, env.SEAL_KEYS_B, env.SEAL_KEYS].filter(Boolean).join(",");
  let keys = imported.get(text);
  if (keys === undefined) {
    keys = importKeys(text);
    imported.set(text, keys);
  }
  const byId = await keys;
  const ids = [...byId.keys()];
  return { current: ids.find((id) => now - madeAt(id) >= SETTLED) ?? (ids.at(-1) as string), byId };
}

/** The newest first. */
async function importKeys(text: string): Promise<SealKeys["byId"]> {
  const entries = parseKeys(text).sort((a, b) => madeAt(b.id) - madeAt(a.id));
  const byId = new Map<string, CryptoKey>();
  for (const { id, bytes } of entries) {
    byId.set(id, await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]));
  }
  return byId;
}

interface KeyEntry {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
}

function parseKeys(text: string): KeyEntry[] {
  const entries = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(parseKey);
  if (entries.length === 0) throw new SecretsUnavailable("SEAL_KEYS is not set.");
  if (new Set(entries.map((entry) => entry.id)).size < entries.length) {
    throw new SecretsUnavailable("SEAL_KEYS names a key twice.");
  }
  return entries;
}

/** The sentences never repeat the value: they end up in logs. */
function parseKey(entry: string, index: number): KeyEntry {
  const colon = entry.indexOf(":");
  const id = entry.slice(0, Math.max(colon, 0));
  const value = entry.slice(colon + 1);
  if (!KEY_ID.test(id) || !BASE64_OF_32_BYTES.test(value)) {
    throw new SecretsUnavailable(`Entry ${index + 1} of SEAL_KEYS is not "id:base64 of 32 bytes".`);
  }
  return { id, bytes: Uint8Array.from(Buffer.from(value, "base64")) };
}
