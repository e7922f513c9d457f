import { OWN_CALLS } from "../contract/calls.ts";
import type { Endpoint } from "../contract/endpoints.ts";
import { type Env, settings } from "../env.ts";
import { waitOfChange } from "../throttle/change-rate.ts";
import { throttleIsOff } from "../throttle/check.ts";

/** Counts a change of an account. Returns seconds to wait; null where it may pass. Logging out is always possible. */
export function changeWait(
  { method, path, isMessage }: Endpoint,
  env: Env,
  userId: string,
  now: number,
): number | null {
  if (method === "GET" || isMessage || path === OWN_CALLS.logout.path || throttleIsOff(env)) return null;
  return waitOfChange(userId, settings(env).limits.CHANGE_RATE, now);
}
