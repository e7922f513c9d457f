/** What the log calls an account: nobody who reads the log learns its id, and its lines can be found. */

import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import type { KeyEntry } from "./key-list.ts";
import { currentLookupKey, type LookupEnv } from "./lookup.ts";

export type { LookupEnv } from "./lookup.ts";

/** A name, and the id of the key that it was made with. */
export interface LogName {
  name: string;
  key: string;
}

/** The same everywhere: in the API's lines, in the broker's, and in the database, where an operator looks it up. */
export const accountName = (env: LookupEnv, userId: string): string => logNameOf(env, userId).name;

export function logNameOf(env: LookupEnv, userId: string): LogName {
  const { id: key, bytes } = keyOf(env);
  return { name: createHmac("sha256", bytes).update(`account|${userId}`).digest("hex").slice(0, 16), key };
}

/** A line is written also where the keys are wrong: that is what it may be about. */
function keyOf(env: LookupEnv): KeyEntry {
  try {
    return currentLookupKey(env);
  } catch {
    return { id: "", bytes: Uint8Array.from(Buffer.from(env.LOOKUP_KEY ?? "", "base64")) };
  }
}
