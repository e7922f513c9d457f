/** The secrets of a new installation. Plain Web Crypto: runs in Node as in the Worker. */

import { Buffer } from "node:buffer";
import type { ListName } from "./keys.ts";

export const newSecrets = (): Record<ListName, string> => ({
  SEAL_KEYS: newNamedKey(),
  LOOKUP_KEY: newNamedKey(),
  BRIDGE_KEYS: newKey(),
  OPERATOR_KEYS: newKey(),
});

const random = (bytes: number): Buffer => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes)));

/** Base64 of 32 bytes. */
export const newKey = (): string => random(32).toString("base64");

/** A key under an id of its own. `madeAt`, milliseconds, delays its use: see `currentOf` of `keys.ts`. */
export const newNamedKey = (madeAt?: number): string => {
  const time = madeAt === undefined ? "" : `${Math.floor(madeAt / 1000)}-`;
  return `k${time}${random(4).toString("hex")}:${newKey()}`;
};
