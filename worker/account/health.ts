/**
 * Whether accounts' brokers answer. An isolate remembers for a minute what came of asking them; and one broker that is
 * nobody's is opened, brought up to date and read, so that a release that breaks all of them is seen before people see it.
 */

import { logLine } from "../../broker/contract/hidden.ts";
import { type Objects, objectOf } from "./object.ts";

const REMEMBER_MS = 60_000;
const REMEMBERED = 1000;
/** No account has it: an account's name is a UUID. */
const NOBODY = "nobody";
/** Health may be asked for by anybody, as often as they like. */
const PROBE_EVERY_MS = 10_000;
/** One account's trouble is not the service's. */
const FEW = 3;

type Brokers = Objects["BROKER"];

interface Known {
  /** By account: the last time somebody asked its broker. */
  asked: Map<string, { at: number; answered: boolean }>;
  probedAt: number;
}

const known = new WeakMap<Brokers, Known>();

function knownOf(brokers: Brokers): Known {
  const before = known.get(brokers);
  if (before !== undefined) return before;
  const fresh = { asked: new Map(), probedAt: Number.NEGATIVE_INFINITY };
  known.set(brokers, fresh);
  return fresh;
}

export function noteAnswer({ BROKER }: Objects, userId: string, answered: boolean): void {
  const { asked } = knownOf(BROKER);
  if (asked.size >= REMEMBERED) asked.clear();
  asked.set(userId, { at: Date.now(), answered });
}

export type BrokerHealth = "ok" | "degraded" | "down";

export async function brokerHealth(env: Objects, now: number): Promise<BrokerHealth> {
  const state = knownOf(env.BROKER);
  if (now - state.probedAt >= PROBE_EVERY_MS) {
    if (!(await opens(env))) return "down";
    state.probedAt = now;
  }
  const recent = [...state.asked.values()].filter(({ at }) => now - at < REMEMBER_MS);
  const failing = recent.filter(({ answered }) => !answered).length;
  if (failing === 0) return "ok";
  return failing >= FEW && failing * 2 > recent.length ? "down" : "degraded";
}

async function opens(env: Objects): Promise<boolean> {
  try {
    await objectOf(env, NOBODY).probe();
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    console.error(logLine({ level: "error", event: "broker_does_not_open", reason }));
    return false;
  }
}
