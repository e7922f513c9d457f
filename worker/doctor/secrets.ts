/** The secrets: there, long enough, and no more of them than are needed. */

import { Buffer } from "node:buffer";
import type { Env } from "../env.ts";
import { settings } from "../env.ts";
import { lookupKeys } from "../secrets/lookup.ts";
import { loadKeys } from "../secrets/seal.ts";
import { type Found, fail, ok, warn } from "./check.ts";

/** The same few bytes over and over are nobody's secret: such a key was typed in. */
const FEWEST = 12;

const madeUp = (key: string): boolean => new Set(Buffer.from(key, "base64")).size < FEWEST;
/** What stands behind a key's name. */
const bare = (entry: string): string => entry.trim().slice(entry.trim().lastIndexOf(":") + 1);
const entriesOf = (text: string | undefined): string[] =>
  (text ?? "")
    .split(",")
    .map(bare)
    .filter((entry) => entry !== "");

const SEALS = ["SEAL_KEYS", "SEAL_KEYS_A", "SEAL_KEYS_B"] as const;
const LOOKUPS = ["LOOKUP_KEY", "LOOKUP_KEY_A", "LOOKUP_KEY_B"] as const;
const OTHERS = ["BRIDGE_KEYS", "OPERATOR_KEYS"] as const;

export async function sealKeys(env: Env): Promise<Found> {
  const { byId } = await loadKeys(env);
  const made = SEALS.flatMap((name) => entriesOf(env[name])).filter(madeUp);
  if (made.length > 0) return fail("A key of SEAL_KEYS was typed in by hand: npm run secrets:rotate.");
  const count = `${byId.size} ${byId.size === 1 ? "key opens" : "keys open"} what is sealed`;
  return ok(`${count}; the newest seals.`);
}

export function lookupKey(env: Env): Found {
  const keys = lookupKeys(env);
  if (LOOKUPS.flatMap((name) => entriesOf(env[name])).some(madeUp))
    return fail("A key of LOOKUP_KEY was typed in by hand: npm run secrets:rotate -- --lookup.");
  return ok(keys.length === 1 ? "One key." : `${keys.length} keys are looked up by; the newest writes.`);
}

export function bridgeKeysOf(env: Env): Found {
  const { bridgeKeys } = settings(env);
  if (bridgeKeys.length === 0)
    return warn("No bridge is believed: clients of one count together. npm run secrets:rotate -- --bridge");
  if (entriesOf(env.BRIDGE_KEYS).some(madeUp)) return fail("A key of BRIDGE_KEYS was typed in by hand.");
  if (bridgeKeys.length === 1) return ok("One key is believed.");
  return warn(
    `${bridgeKeys.length} keys are believed: when every bridge has the first, npm run secrets:rotate -- --bridge --retire`,
  );
}

export function operatorKeysOf(env: Env): Found {
  const keys = entriesOf(env.OPERATOR_KEYS);
  if (keys.some(madeUp)) return fail("A key of OPERATOR_KEYS was typed in by hand.");
  return ok(keys.length === 1 ? "One key." : `${keys.length} keys; take out those that nobody uses.`);
}

/** The beginning of the digest of each. */
export async function fingerprints(env: Env): Promise<Record<string, string[]>> {
  const names = [...SEALS, ...LOOKUPS, ...OTHERS];
  const all = names.map(
    async (name) => [name, await Promise.all(entriesOf(env[name]).map(fingerprint))] as const,
  );
  return Object.fromEntries((await Promise.all(all)).filter(([, found]) => found.length > 0));
}

async function fingerprint(key: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return Buffer.from(digest).toString("hex").slice(0, 8);
}
