/** Checks all rules of a throttle. A call that one rule refuses is counted by none. */

import { putNewest } from "../../broker/contract/bounded.ts";
import { throttleIsOff } from "../env.ts";
import { digest } from "../keys/digest.ts";
import { within } from "../patience.ts";
import { addressKey } from "./address.ts";
import { type CountedName, SHIELD, THROTTLES, type ThrottleRule } from "./limits.ts";
import type { TakeResult, ThrottleLog } from "./throttle-log.ts";

// Counters that were full when this isolate last asked. A refused call is counted by the other rules and withdrawn
// again, so a flood of refused calls would cost more than accepted ones: it asks once a second.

/** How long a result is valid: another isolate may have withdrawn a call. Milliseconds. */
const BELIEVED = 1000;
/** Beyond this number the oldest are forgotten. */
const MAX_REMEMBERED = 4096;

const full = new Map<string, { until: number; heard: number }>();

/** The counter is full for this long. Milliseconds. */
export function rememberFull(key: string, waitMs: number, now: number): void {
  putNewest(full, key, { until: now + waitMs, heard: now }, MAX_REMEMBERED);
}

/** A call was withdrawn. */
const forgetFull = (key: string): boolean => full.delete(key);

/** Milliseconds until all of these may have room, as far as is known; 0 when they must be asked. */
export const knownWait = (keys: readonly string[], now: number): number =>
  Math.max(0, ...keys.map((key) => waitOf(key, now)));

function waitOf(key: string, now: number): number {
  const known = full.get(key);
  if (known === undefined || now < known.heard || now >= known.heard + BELIEVED) return 0;
  return known.until - now;
}

export interface ThrottleEnv {
  THROTTLE_LOG: DurableObjectNamespace<ThrottleLog>;
  /** Absent without the binding: then only the logs decide. */
  SHIELD?: RateLimit | undefined;
  THROTTLE?: string | undefined;
  ENVIRONMENT?: string | undefined;
}

export interface CallFacts extends CountFacts {
  /** From `clientAddress`. */
  address: string;
}

export interface CountFacts {
  address?: string | undefined;
  email?: string | undefined;
  /** The id of the session's account. */
  account?: string | undefined;
  /** A user name and where it was given; or another key to count by. */
  name?: string | undefined;
  /** What is counted for itself, where a throttle has several purposes. */
  purpose?: string | undefined;
}

/** The logs do not answer: the calls that they protect get 503. */
export class ThrottleUnavailable extends Error {
  override name = "ThrottleUnavailable";
}

const SHARDS = 32;
const ANSWER_WITHIN_MS = 5_000;

/**
 * `wait` is null when the call may proceed, otherwise the whole seconds until it may. `shield`: nothing was counted.
 */
export async function check(
  env: ThrottleEnv,
  name: CountedName,
  facts: CallFacts,
): Promise<{ wait: number | null; shield?: true }> {
  if (throttleIsOff(env)) return { wait: null };
  if (!(await answered(passesShield(env, facts)))) return { wait: SHIELD.periodSeconds, shield: true };
  const { wait } = await count(env, name, [facts]);
  return { wait };
}

export interface Counted {
  wait: number | null;
  /** Undoes the count of an action that did not happen. */
  giveBack(): Promise<void>;
}

/** Counts the facts of a call that has passed the shield: all of them or none. */
export async function count(
  env: ThrottleEnv,
  name: CountedName,
  facts: readonly CountFacts[],
): Promise<Counted> {
  if (throttleIsOff(env)) return { wait: null, giveBack: async () => {} };
  const counters = (await Promise.all(facts.map((each) => countersOf(name, each)))).flat();
  const known = knownWait(
    counters.map(({ key }) => key),
    Date.now(),
  );
  if (known > 0) return { wait: seconds(known), giveBack: async () => {} };
  const answers = await answered(takeAll(env, counters));
  const waitMs = Math.max(0, ...answers.map((answer) => answer.waitMs));
  if (waitMs > 0) await answered(withdrawAll(env, answers));
  return { wait: waitMs === 0 ? null : seconds(waitMs), giveBack: () => withdrawAll(env, answers) };
}

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

/** A timeout returns null, which no call here returns. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  const given = await within(ANSWER_WITHIN_MS, answer).catch(unavailable);
  return given === null ? unavailable() : given;
}

function unavailable(cause?: unknown): never {
  throw new ThrottleUnavailable("The throttle does not answer.", { cause });
}

interface Counter {
  key: string;
  rule: ThrottleRule;
}

const emailKey = (email: string | undefined) => email?.trim().toLowerCase();
/** A customer of an IPv6 provider has at least a /64, and can get a /48. */
const networkKey = (address: string | undefined) => address && addressKey(address, 48);

const VALUES = {
  pair: ({ email, address }) => email && address && `${addressKey(address)} ${emailKey(email)}`,
  email: ({ email }) => emailKey(email),
  address: ({ address }) => address && addressKey(address),
  network: ({ address }) => networkKey(address),
  account: ({ account }) => account,
  name: ({ name }) => name,
} satisfies Record<ThrottleRule["by"], (facts: CountFacts) => string | undefined>;

/** The logs hold digests instead of addresses and emails; the digest of a key also selects its shard. */
async function countersOf(name: CountedName, facts: CountFacts): Promise<Counter[]> {
  const counters: Counter[] = [];
  const purpose = facts.purpose === undefined ? `${name}|` : `${name}|${facts.purpose}|`;
  const rules: readonly ThrottleRule[] = THROTTLES[name];
  for (const rule of rules) {
    const value = VALUES[rule.by](facts);
    if (value) counters.push({ key: digest(`${purpose}${rule.by}|${value}`), rule });
  }
  return counters;
}

type Answer = TakeResult & { key: string };

const takeAll = (env: ThrottleEnv, counters: readonly Counter[]): Promise<Answer[]> =>
  Promise.all(
    counters.map(async ({ key, rule }): Promise<Answer> => {
      const result = await shardOf(env, key).take(key, { limit: rule.limit, windowMs: rule.windowMs });
      if (result.waitMs > 0) rememberFull(key, result.waitMs, Date.now());
      return { key, at: result.at, waitMs: result.waitMs };
    }),
  );

async function withdrawAll(env: ThrottleEnv, answers: readonly Answer[]): Promise<void> {
  await Promise.all(
    answers.map(async ({ key, at }) => {
      if (at === null) return;
      forgetFull(key);
      await shardOf(env, key).withdraw(key, at);
    }),
  );
}

function shardOf(env: ThrottleEnv, key: string) {
  return env.THROTTLE_LOG.getByName(`shard-${Number.parseInt(key.slice(0, 2), 16) % SHARDS}`);
}

/** Cloudflare's own rate limiter, near the caller and approximate: it spares the logs a flood. */
async function passesShield(env: ThrottleEnv, facts: CallFacts): Promise<boolean> {
  if (env.SHIELD === undefined) return true;
  return (await env.SHIELD.limit({ key: addressKey(facts.address) })).success;
}
