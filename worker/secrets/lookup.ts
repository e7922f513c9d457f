/** A blind index: finds the row of a secret that is only stored sealed. Without the key a dump cannot be searched. */

import { Buffer } from "node:buffer";
import { SecretsUnavailable } from "./keys.ts";

export interface LookupEnv {
  LOOKUP_KEY?: string | undefined;
}

const imported = new Map<string, Promise<CryptoKey>>();

export async function lookupHash(env: LookupEnv, text: string): Promise<string> {
  const key = await lookupKey(env.LOOKUP_KEY ?? "");
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text));
  return Buffer.from(mac).toString("base64url");
}

function lookupKey(value: string): Promise<CryptoKey> {
  const known = imported.get(value);
  if (known !== undefined) return known;
  const key = importKey(value);
  imported.set(value, key);
  return key;
}

async function importKey(value: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(Buffer.from(value, "base64"));
  if (bytes.length < 32) throw new SecretsUnavailable("LOOKUP_KEY is not set, or shorter than 32 bytes.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}
