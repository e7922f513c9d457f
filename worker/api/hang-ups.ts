/**
 * Callers that hang up while they wait for a reply: each costs the account's object two calls for nothing, and counts
 * against MAX_REQUESTS until the longest wait would be over. The object counts so, too (`ReplyWaits`), but a refusal of
 * its own costs as much as the call. Here it is counted in the isolate's memory, before the object is asked.
 */

import { putNewest } from "../../broker/contract/bounded.ts";
import { BROKER_LIMITS } from "../../broker/contract/limits.ts";
import { TokenBucket } from "../../broker/contract/token-bucket.ts";
import { MAX_REPLY_WAIT } from "../contract/limits.ts";
import { type Env, settings } from "../env.ts";
import { tooManyRequests } from "../errors.ts";

const MAX_ACCOUNTS = 10_000;
const hangUps = new Map<string, TokenBucket>();

/** Throws 429 when callers of the account have hung up too often. */
export function refuseAfterHangUps(env: Env, userId: string, now: number): void {
  if ((hangUps.get(userId)?.tokensAt(now) ?? 1) >= 1) return;
  throw tooManyRequests(BROKER_LIMITS.MAX_REQUESTS.http.words(settings(env).broker.MAX_REQUESTS));
}

export function countHangUp(env: Env, userId: string, now: number): void {
  const { MAX_REQUESTS: most } = settings(env).broker;
  if (most === 0) return;
  const bucket = hangUps.get(userId) ?? new TokenBucket(most / MAX_REPLY_WAIT, now, most);
  putNewest(hangUps, userId, bucket, MAX_ACCOUNTS);
  bucket.take(now, 1, 0);
}

/** Calls `hungUp` when the caller hangs up before the work is done. */
export async function noticingHangUp<T>(
  { signal }: Pick<Request, "signal">,
  hungUp: () => void,
  work: () => Promise<T>,
): Promise<T> {
  if (signal.aborted) hungUp();
  signal.addEventListener("abort", hungUp);
  try {
    return await work();
  } finally {
    signal.removeEventListener("abort", hungUp);
  }
}
