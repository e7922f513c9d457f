/**
 * Whether accounts' objects answer: each isolate remembers the results of a minute. One object without an account is
 * opened and read too, so that a release that breaks all objects is noticed before people notice it.
 */

import { logLine } from "../../broker/contract/json.ts";
import { answersOf, type Objects, objectOf } from "./account.ts";

const REMEMBER_MS = 60_000;
/** No account has this name: names are UUIDs. */
const NOBODY = "nobody";
/** The probe runs at most this often, because anybody may call health. */
const PROBE_EVERY_MS = 10_000;
/** Fewer failing accounts are no failure of the service. */
const FEW = 3;

/** When the probe last succeeded. Milliseconds since 1970. */
const probedAt = new WeakMap<Objects["BROKER"], number>();

export type BrokerHealth = "ok" | "degraded" | "down";

export async function brokerHealth(env: Objects, now: number): Promise<BrokerHealth> {
  if (now - (probedAt.get(env.BROKER) ?? Number.NEGATIVE_INFINITY) >= PROBE_EVERY_MS) {
    if (!(await opens(env))) return "down";
    probedAt.set(env.BROKER, now);
  }
  const recent = [...answersOf(env).values()].filter(({ at }) => now - at < REMEMBER_MS);
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
