/** Checks the lists of keys: present, random, and without keys that are no longer needed. */

import type { Env } from "../env.ts";
import { fingerprint } from "../keys/digest.ts";
import { type KeyEntry, type KeyListName, keyRing, parseKeys } from "../keys/keys.ts";
import { KEY_LISTS } from "../keys/rotation.ts";
import { type CheckResult, fail, ok, warn } from "./check.ts";

/** A key with fewer different bytes was typed by a person. */
const MIN_DIFFERENT_BYTES = 12;

export const KEY_NAMES = Object.keys(KEY_LISTS) as KeyListName[];

/** What does not work without a key. The other lists must have one, or have one where an operator asks. */
const WITHOUT: Partial<Record<KeyListName, string>> = {
  VAPID_KEYS: "browsers get no notices",
  BRIDGE_KEYS: "all clients of a bridge count together as one address",
};

export function checkKeys(name: KeyListName, env: Env): CheckResult {
  const { option } = KEY_LISTS[name];
  const command = `npm run secrets:rotate${option && ` -- ${option}`}`;
  const isNeeded = name === "SEAL_KEYS" || name === "LOOKUP_KEY";
  const keys = isNeeded ? keyRing(name, env) : parseKeys(name, env[name]);
  if (keys.some(({ bytes }) => new Set(bytes).size < MIN_DIFFERENT_BYTES))
    return fail(`A key of ${name} is not random, it was typed in by hand: ${command}.`);
  if (keys.length === 0 && WITHOUT[name]) return warn(`No key: ${WITHOUT[name]}. ${command}`);
  if (keys.length === 1) return ok("One key.");
  const many = `${keys.length} keys are accepted`;
  // an old key of the bridge could sign any address
  if (name === "BRIDGE_KEYS") return warn(`${many}: when every bridge has the first, ${command} --retire`);
  return ok(`${many}; the newest is used for new values.`);
}

/** Returns the first 8 hex digits of the digest of each key; nothing for a list that cannot be parsed. */
export function fingerprints(env: Env): Record<string, string[]> {
  const lists = KEY_NAMES.map(
    (name) => [name, parseOrEmpty(name, env).map(({ key }) => fingerprint(key))] as const,
  );
  return Object.fromEntries(lists.filter(([, each]) => each.length > 0));
}

function parseOrEmpty(name: KeyListName, env: Env): KeyEntry[] {
  try {
    return parseKeys(name, env[name]);
  } catch {
    return [];
  }
}
