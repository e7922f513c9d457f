/**
 * The stubs of accounts' objects, which no other file makes, and whether objects answer: each isolate remembers the
 * results of a minute. One object without an account is opened and read too, so that a release that breaks all objects
 * is noticed before people notice it.
 */

import { putNewest } from "../../broker/contract/bounded.ts";
import { logLine } from "../../broker/contract/hidden.ts";
import type { AccountCalls } from "../../broker/rpc.ts";
import type { Env } from "../env.ts";

const REMEMBER_MS = 60_000;
const REMEMBERED = 1000;
/** No account has this name: names are UUIDs. */
const NOBODY = "nobody";
/** The probe runs at most this often, because anybody may call health. */
const PROBE_EVERY_MS = 10_000;
/** Fewer failing accounts are no failure of the service. */
const FEW = 3;

export type Objects = Pick<Env, "BROKER">;
export type AccountObject = Omit<AccountCalls<Env>, "fetch"> & Pick<Fetcher, "fetch">;

/** A new stub each time: one whose object was reset stays broken. */
export const objectOf = ({ BROKER }: Objects, userId: string): AccountObject =>
  BROKER.getByName(userId) as unknown as AccountObject;

type Brokers = Objects["BROKER"];

interface Known {
  /** By account: the result of the last call. */
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
  putNewest(asked, userId, { at: Date.now(), answered }, REMEMBERED);
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
