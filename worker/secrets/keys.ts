/** The keys that secrets are sealed with: the first of `SEAL_KEYS` seals, every one of them opens. */

import { Buffer } from "node:buffer";

export interface SealKeys {
  /** The id of the key that seals from now on. */
  current: string;
  byId: ReadonlyMap<string, CryptoKey>;
}

export interface SealEnv {
  SEAL_KEYS?: string | undefined;
}

/** The keys are missing, malformed or not the ones that a value was sealed with: 503, and 0x88 at the broker. */
export class SecretsUnavailable extends Error {
  override name = "SecretsUnavailable";
}

/** A dot ends the id inside an envelope, a colon inside the variable. */
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;
const BASE64_OF_32_BYTES = /^[A-Za-z0-9+/]{43}=$/;

const imported = new Map<string, Promise<SealKeys>>();

/** Imported once an isolate: a key import costs more than the sealing. */
export function loadKeys(env: SealEnv): Promise<SealKeys> {
  const text = env.SEAL_KEYS ?? "";
  const known = imported.get(text);
  if (known !== undefined) return known;
  const keys = importKeys(text);
  imported.set(text, keys);
  return keys;
}

async function importKeys(text: string): Promise<SealKeys> {
  const entries = parseKeys(text);
  const byId = new Map<string, CryptoKey>();
  for (const { id, bytes } of entries) {
    byId.set(id, await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]));
  }
  return { current: entries[0].id, byId };
}

interface KeyEntry {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
}

function parseKeys(text: string): [KeyEntry, ...KeyEntry[]] {
  const entries = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(parseKey);
  const [first, ...rest] = entries;
  if (first === undefined) throw new SecretsUnavailable("SEAL_KEYS is not set.");
  if (new Set(entries.map((entry) => entry.id)).size < entries.length) {
    throw new SecretsUnavailable("SEAL_KEYS names a key twice.");
  }
  return [first, ...rest];
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
