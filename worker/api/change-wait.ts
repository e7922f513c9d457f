import type { Endpoint } from "../contract/endpoints.ts";
import { OWN_CALLS } from "../contract/own-calls.ts";
import { type Env, settings } from "../env.ts";
import { waitOfChange } from "../throttle/change-rate.ts";
import { throttleIsOff } from "../throttle/check.ts";

/** Logging out is never limited. */
export const countsAsChange = ({ method, path, isMessage }: Endpoint, env: Env): boolean =>
  method !== "GET" && !isMessage && path !== OWN_CALLS.logout.path && !throttleIsOff(env);

/** Counts a change of the account. Returns the seconds to wait; null when it may proceed. */
export function changeWait(endpoint: Endpoint, env: Env, userId: string, now: number): number | null {
  if (!countsAsChange(endpoint, env)) return null;
  return waitOfChange(userId, settings(env).limits.CHANGE_RATE, now);
}
