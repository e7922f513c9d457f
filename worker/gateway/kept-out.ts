/**
 * Addresses that an account keeps out for a while. The account's object decides; once it has said so, it is not asked
 * again before the time is over: a flood of upgrades ends here. Each isolate learns it by asking once.
 */

import { createHash } from "node:crypto";
import type { Env } from "../env.ts";
import { addressKey } from "../throttle/address.ts";
import { throttleIsOff } from "../throttle/check.ts";

const REMEMBERED = 10_000;
const keptOut = new Map<string, number>();

/** Stands for an address where nobody needs to read it; null where nobody is kept out. */
export const sourceOf = (env: Env, address: string): string | null =>
  throttleIsOff(env) ? null : createHash("sha256").update(addressKey(address)).digest("hex").slice(0, 32);

/** Whole seconds that whoever comes from there must wait; 0 when it may knock. */
export function waitAt(userId: string, source: string | null, now: number): number {
  const until = keptOut.get(`${userId} ${source}`);
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}

/** What the object answered to an upgrade: the seconds to wait if it was a refusal, else 0. */
export function learn(userId: string, source: string | null, { status, headers }: Response, now: number) {
  if (status !== 429) return 0;
  const wait = Number(headers.get("Retry-After")) || 1;
  if (keptOut.size >= REMEMBERED) keptOut.clear();
  keptOut.set(`${userId} ${source}`, now + wait * 1000);
  return wait;
}
