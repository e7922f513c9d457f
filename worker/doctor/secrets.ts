/** The four lists of keys: there, random, and no longer than they need be. */

import type { Env } from "../env.ts";
import { digest } from "../keys/digest.ts";
import { type KeyEntry, type ListName, parseKeys, ringOf } from "../keys/keys.ts";
import { type Found, fail, ok, warn } from "./check.ts";

/** A key with fewer different bytes is not random: somebody typed it. */
const MIN_DIFFERENT_BYTES = 12;

const OPTIONS: Record<ListName, string> = {
  SEAL_KEYS: "",
  LOOKUP_KEY: " -- --lookup",
  BRIDGE_KEYS: " -- --bridge",
  OPERATOR_KEYS: " -- --operator",
};
export const LISTS = Object.keys(OPTIONS) as ListName[];

/** What to do about a list of several keys, or of none. */
const WORDS: Record<ListName, (count: number) => Found> = {
  SEAL_KEYS: (count) =>
    ok(`${count} ${count === 1 ? "key opens" : "keys open"} sealed values; the newest seals.`),
  LOOKUP_KEY: (count) => ok(count === 1 ? "One key." : `${count} keys are looked up by; the newest writes.`),
  BRIDGE_KEYS: (count) => {
    if (count === 0)
      return warn("No bridge is believed: clients of one count together. npm run secrets:rotate -- --bridge");
    if (count === 1) return ok("One key is believed.");
    return warn(
      `${count} keys are believed: when every bridge has the first, npm run secrets:rotate -- --bridge --retire`,
    );
  },
  OPERATOR_KEYS: (count) => ok(count === 1 ? "One key." : `${count} keys; take out those that nobody uses.`),
};

export function keysOf(name: ListName, env: Env): Found {
  const isNeeded = name === "SEAL_KEYS" || name === "LOOKUP_KEY";
  const keys = isNeeded ? ringOf(name, env) : parseKeys(name, env[name]);
  if (keys.some(({ bytes }) => new Set(bytes).size < MIN_DIFFERENT_BYTES))
    return fail(`A key of ${name} was typed in by hand: npm run secrets:rotate${OPTIONS[name]}.`);
  return WORDS[name](keys.length);
}

/** The beginning of the digest of each key; a list that cannot be read has none. */
export async function fingerprints(env: Env): Promise<Record<string, string[]>> {
  const found = LISTS.map(
    async (name) => [name, await Promise.all(readable(name, env).map(fingerprint))] as const,
  );
  return Object.fromEntries((await Promise.all(found)).filter(([, each]) => each.length > 0));
}

function readable(name: ListName, env: Env): KeyEntry[] {
  try {
    return parseKeys(name, env[name]);
  } catch {
    return [];
  }
}

const fingerprint = async ({ key }: KeyEntry): Promise<string> => (await digest(key)).slice(0, 8);
