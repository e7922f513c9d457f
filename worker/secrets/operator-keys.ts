/**
 * PURE. The keys of those who run the service, as `OPERATOR_KEYS` lists them: with commas between, all of them good, and a
 * name before each that wants one, as in `anna:…`. Who has none goes by the beginning of its digest.
 */

import { createHash } from "node:crypto";
import { sameSecret } from "./digest.ts";

export interface OperatorKey {
  /** What the audit log calls whoever has it. */
  name: string;
  key: string;
}

const ENTRY = /^(?:([A-Za-z0-9_-]{1,32}):)?([A-Za-z0-9+/]{43}=)$/;

/** Null where one is no key: base64 of 32 bytes. */
export function operatorKeys(text = ""): OperatorKey[] | null {
  const keys: OperatorKey[] = [];
  for (const entry of text.split(",").map((each) => each.trim())) {
    if (entry === "") continue;
    const [, name, key] = ENTRY.exec(entry) ?? [];
    if (key === undefined) return null;
    keys.push({ name: name ?? createHash("sha256").update(key).digest("hex").slice(0, 8), key });
  }
  return keys;
}

/** Each key is compared, so that the time does not tell which it was; null where none is the one. */
export const holderOf = (keys: readonly OperatorKey[], said: string): string | null =>
  keys.filter(({ key }) => sameSecret(key, said))[0]?.name ?? null;
