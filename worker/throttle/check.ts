/** May this call go on? All rules of a throttle are asked; a call that one of them refuses is recorded by none. */

import { digest } from "../secrets/digest.ts";
import { addressKey } from "./address.ts";
import { type CountedName, SHIELD, THROTTLES, type ThrottleRule } from "./limits.ts";
import type { Taken, ThrottleLog } from "./throttle-log.ts";

export interface ThrottleEnv {
  THROTTLE_LOG: DurableObjectNamespace<ThrottleLog>;
  /** Absent where the binding is not set up: the logs alone decide. */
  SHIELD?: RateLimit | undefined;
  THROTTLE?: string | undefined;
  ENVIRONMENT?: string | undefined;
}

/** What a call is counted by. */
export interface CallFacts {
  /** From `clientAddress`. */
  address: string;
  email?: string | undefined;
  /** A user name as it was given, and where. */
  name?: string | undefined;
}

/** The logs do not answer: the calls they guard are answered 503, never let through. */
export class ThrottleUnavailable extends Error {
  override name = "ThrottleUnavailable";
}

export class ThrottleMisconfigured extends Error {
  override name = "ThrottleMisconfigured";
}

const SHARDS = 32;
const ANSWER_WITHIN_MS = 5_000;

/** `wait` is null when the call may go on, else the whole seconds after which it may. */
export async function check(
  env: ThrottleEnv,
  name: CountedName,
  facts: CallFacts,
): Promise<{ wait: number | null }> {
  if (throttleIsOff(env)) return { wait: null };
  try {
    if (!(await passesShield(env, facts))) return { wait: SHIELD.periodSeconds };
    const waitMs = await within(ANSWER_WITHIN_MS, takeAll(env, await countersOf(name, facts)));
    return { wait: waitMs === 0 ? null : Math.ceil(waitMs / 1000) };
  } catch (cause) {
    throw new ThrottleUnavailable("The throttle does not answer.", { cause });
  }
}

/** For test runs. An environment that does not say what it is counts as production. */
export function throttleIsOff(env: Pick<ThrottleEnv, "THROTTLE" | "ENVIRONMENT">): boolean {
  const setting = (env.THROTTLE ?? "").toLowerCase();
  if (setting === "" || setting === "on") return false;
  if (setting !== "off") throw new ThrottleMisconfigured(`THROTTLE must be on or off, not "${setting}".`);
  if ((env.ENVIRONMENT ?? "production") === "production") {
    throw new ThrottleMisconfigured("THROTTLE cannot be off in production.");
  }
  return true;
}

interface Counter {
  key: string;
  rule: ThrottleRule;
}

const VALUES = {
  email: ({ email }) => email?.trim().toLowerCase(),
  address: ({ address }) => addressKey(address),
  name: ({ name }) => name,
} satisfies Record<ThrottleRule["by"], (facts: CallFacts) => string | undefined>;

/** The logs hold digests, not addresses and e-mails; the digest of a key also chooses its shard. */
async function countersOf(name: CountedName, facts: CallFacts): Promise<Counter[]> {
  const counters: Counter[] = [];
  for (const rule of THROTTLES[name]) {
    const value = VALUES[rule.by](facts);
    if (value) counters.push({ key: await digest(`${name}|${rule.by}|${value}`), rule });
  }
  return counters;
}

async function takeAll(env: ThrottleEnv, counters: Counter[]): Promise<number> {
  const answers = await Promise.all(
    counters.map(async ({ key, rule }): Promise<Taken & { key: string }> => {
      const taken = await shardOf(env, key).take(key, { limit: rule.limit, windowMs: rule.windowMs });
      return { key, at: taken.at, waitMs: taken.waitMs };
    }),
  );
  const waitMs = Math.max(0, ...answers.map((answer) => answer.waitMs));
  if (waitMs > 0) {
    await Promise.all(
      answers.map(({ key, at }) => (at === null ? undefined : shardOf(env, key).withdraw(key, at))),
    );
  }
  return waitMs;
}

function shardOf(env: ThrottleEnv, key: string) {
  return env.THROTTLE_LOG.getByName(`shard-${Number.parseInt(key.slice(0, 2), 16) % SHARDS}`);
}

/** The edge's own counter, near the caller and approximate: it spares the logs a flood, it does not replace them. */
async function passesShield(env: ThrottleEnv, facts: CallFacts): Promise<boolean> {
  if (env.SHIELD === undefined) return true;
  return (await env.SHIELD.limit({ key: addressKey(facts.address) })).success;
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms.`)), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
