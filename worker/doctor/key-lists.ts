/** Checks the lists of keys: present, random, and without keys that are no longer needed. */

import type { Env } from "../env.ts";
import { digest } from "../keys/digest.ts";
import { type KeyEntry, type KeyListName, keyRing, parseKeys } from "../keys/keys.ts";
import { type CheckResult, fail, ok, warn } from "./check.ts";

/** A key with fewer different bytes was typed by a person. */
const MIN_DIFFERENT_BYTES = 12;

const OPTIONS: Record<KeyListName, string> = {
  SEAL_KEYS: "",
  LOOKUP_KEY: " -- --lookup",
  VAPID_KEYS: " -- --vapid",
  BRIDGE_KEYS: " -- --bridge",
  OPERATOR_KEYS: " -- --operator",
};
export const KEY_NAMES = Object.keys(OPTIONS) as KeyListName[];

const SUMMARIES: Record<KeyListName, (count: number) => CheckResult> = {
  SEAL_KEYS: (count) =>
    ok(`${count} ${count === 1 ? "key opens" : "keys open"} sealed values; the newest seals.`),
  LOOKUP_KEY: (count) =>
    ok(count === 1 ? "One key." : `${count} keys are searched; the newest is used for new values.`),
  VAPID_KEYS: (count) =>
    count === 0
      ? warn("No key: browsers get no notices. npm run secrets:rotate -- --vapid")
      : ok(count === 1 ? "One key." : `${count} keys; the newest is for new subscriptions.`),
  BRIDGE_KEYS: (count) => {
    if (count === 0)
      return warn(
        "No key: all clients of a bridge count together as one address. npm run secrets:rotate -- --bridge",
      );
    if (count === 1) return ok("One key.");
    return warn(
      `${count} keys are accepted: when every bridge has the first, npm run secrets:rotate -- --bridge --retire`,
    );
  },
  OPERATOR_KEYS: (count) => ok(count === 1 ? "One key." : `${count} keys; remove unused ones.`),
};

export function checkKeys(name: KeyListName, env: Env): CheckResult {
  const isNeeded = name === "SEAL_KEYS" || name === "LOOKUP_KEY";
  const keys = isNeeded ? keyRing(name, env) : parseKeys(name, env[name]);
  if (keys.some(({ bytes }) => new Set(bytes).size < MIN_DIFFERENT_BYTES))
    return fail(
      `A key of ${name} is not random, it was typed in by hand: npm run secrets:rotate${OPTIONS[name]}.`,
    );
  return SUMMARIES[name](keys.length);
}

/** Returns the first 8 hex digits of the digest of each key; nothing for a list that cannot be parsed. */
export async function fingerprints(env: Env): Promise<Record<string, string[]>> {
  const lists = KEY_NAMES.map(
    async (name) => [name, await Promise.all(parseOrEmpty(name, env).map(fingerprint))] as const,
  );
  return Object.fromEntries((await Promise.all(lists)).filter(([, each]) => each.length > 0));
}

function parseOrEmpty(name: KeyListName, env: Env): KeyEntry[] {
  try {
    return parseKeys(name, env[name]);
  } catch {
    return [];
  }
}

const fingerprint = async ({ key }: KeyEntry): Promise<string> => (await digest(key)).slice(0, 8);
