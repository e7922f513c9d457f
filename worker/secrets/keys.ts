/** The keys that secrets are sealed with. All of them open; the newest seals. */

import { currentOf, parseKeys } from "./key-list.ts";

export { SecretsUnavailable } from "./key-list.ts";

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
  return { current: currentOf([...byId.keys()], now), byId };
}

/** The newest first. */
async function importKeys(text: string): Promise<SealKeys["byId"]> {
  const byId = new Map<string, CryptoKey>();
  for (const { id, bytes } of parseKeys("SEAL_KEYS", text)) {
    byId.set(id, await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]));
  }
  return byId;
}
