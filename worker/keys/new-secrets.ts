/** The secrets of a new installation. Uses Web Crypto only, so it runs in Node and in the Worker. */

import { Buffer } from "node:buffer";
import type { KeyListName } from "./keys.ts";

export const newSecrets = (): Record<KeyListName, string> => ({
  SEAL_KEYS: newNamedKey(),
  LOOKUP_KEY: newNamedKey(),
  VAPID_KEYS: newNamedKey(),
  BRIDGE_KEYS: newKey(),
  OPERATOR_KEYS: newKey(),
});

const random = (bytes: number): Buffer => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes)));

/** Base64 of 32 bytes. */
export const newKey = (): string => random(32).toString("base64");

/** Returns a key with an id. `madeAt`, in milliseconds, delays its use; see `currentKey`. */
export const newNamedKey = (madeAt?: number): string => {
  const time = madeAt === undefined ? "" : `${Math.floor(madeAt / 1000)}-`;
  return `k${time}${random(4).toString("hex")}:${newKey()}`;
};
