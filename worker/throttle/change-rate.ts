/**
 * Changes over REST, a token bucket an account. It lives in the memory of the isolate: a counter at another place would cost
 * every change a round trip, and an account's calls reach few isolates. Idle for five seconds, a bucket is full again.
 */

/** Seconds of the rate that a burst may have. */
const BURST_SECONDS = 5;
const MAX_BUCKETS = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

const buckets = new Map<string, Bucket>();

/** For a call that turned out to be nobody's. */
export function giveBackChange(account: string): void {
  const bucket = buckets.get(account);
  if (bucket !== undefined) bucket.tokens++;
}

/** Takes a token. Returns the whole seconds after which there is one again; null where there was one. 0 is no limit. */
export function waitOfChange(account: string, perSecond: number, now: number): number | null {
  if (perSecond === 0) return null;
  const most = perSecond * BURST_SECONDS;
  const { tokens: before, at } = buckets.get(account) ?? { tokens: most, at: now };
  const tokens = Math.min(most, before + (Math.max(0, now - at) / 1000) * perSecond);
  if (tokens < 1) return Math.ceil((1 - tokens) / perSecond);
  // deleted first: the account that changed nothing for the longest time is the first of the map
  buckets.delete(account);
  buckets.set(account, { tokens: tokens - 1, at: now });
  if (buckets.size > MAX_BUCKETS) buckets.delete(buckets.keys().next().value ?? "");
  return null;
}
