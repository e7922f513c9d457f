/** The secrets of a new installation. Plain Web Crypto: runs in Node as in the Worker. */

import type { SlotName } from "./rotation.ts";

export interface NewSecrets {
  /** `id:base64`, the first of a list. */
  SEAL_KEYS: string;
  /** The same. */
  LOOKUP_KEY: string;
  /** Base64 of 32 bytes: the first of those that a bridge signs with. */
  BRIDGE_KEYS: string;
  /** Base64 of 32 bytes: the first of those who run the service. */
  OPERATOR_KEYS: string;
}

export function newSecrets(): NewSecrets {
  const [SEAL_KEYS, LOOKUP_KEY] = [newNamedKey(), newNamedKey()];
  return { SEAL_KEYS, LOOKUP_KEY, BRIDGE_KEYS: newKey(), OPERATOR_KEYS: newKey() };
}

/** Base64 of 32 bytes. */
export const newKey = (): string => base64(randomBytes(32));

/** A fresh key under an id of its own. */
export function newNamedKey(): string {
  return `k${newId()}:${newKey()}`;
}

/** The same for a slot of a deployed product: the id tells which one, and when it was made. */
export function newSlotKey(slot: SlotName, now: number): string {
  const letter = slot.endsWith("_A") ? "a" : "b";
  return `${letter}${Math.floor(now / 1000)}-${newId()}:${newKey()}`;
}

const newId = () => Array.from(randomBytes(4), (byte) => byte.toString(16).padStart(2, "0")).join("");

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
