/** A blind index: HMACs (`{key id}.{mac}`) by which the row of a sealed secret is found. */

import { createHmac } from "node:crypto";
import { currentKey, type KeyEntry, type KeyEnv, keyRing } from "./keys.ts";

export type LookupEnv = KeyEnv<"LOOKUP_KEY">;

export const lookupHash = (env: LookupEnv, text: string, now?: number): string =>
  hashWith(currentKey("LOOKUP_KEY", env, now), text);

/** Returns the hashes that a row of this text may have, one per key. */
export const lookupHashes = (env: LookupEnv, text: string): string[] =>
  keyRing("LOOKUP_KEY", env).map((key) => hashWith(key, text));

const hashWith = ({ id, bytes }: KeyEntry, text: string): string =>
  `${id}.${createHmac("sha256", bytes).update(text).digest("base64url")}`;
