/**
 * What a known caller may do in its account, for calls that the account's object does not check itself: reads a second
 * (in the isolate's memory), and changes while the object has rows left for the day.
 */

import type { Bearer } from "../../broker/contract/bearer.ts";
import { putNewest } from "../../broker/contract/bounded.ts";
import { ReadRate, rowsIn, SHARE_OF_A_GUEST } from "../../broker/contract/read-rate.ts";
import { TokenBucket } from "../../broker/contract/token-bucket.ts";
import { objectOf } from "../account/account.ts";
import type { ApiCall } from "../contract/api.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { SIGN_IN_CALLS } from "../contract/sign-in.ts";
import { type Env, settings, throttleIsOff } from "../env.ts";
import { readsThrottled, rowsUsedUp } from "../errors.ts";
import { within } from "../patience.ts";

const MAX_ACCOUNTS = 10_000;
const reads = new Map<string, ReadRate>();
const rateOf = (env: Env): number => (throttleIsOff(env) ? 0 : settings(env).broker.READ_RATE);

/** Counts a read of an account, or of a guest. Throws 429 beyond READ_RATE. */
export function countRead(env: Env, holders: readonly RateHolder[], now: number): void {
  for (const { key, share } of holders) {
    const [perSecond, rate] = [rateOf(env) * share, reads.get(key) ?? new ReadRate()];
    putNewest(reads, key, rate, MAX_ACCOUNTS);
    const wait = rate.take(perSecond, now);
    if (wait > 0) throw readsThrottled(wait, rateOf(env));
  }
}

/** Counts the rows of the answer. */
export function chargeRead(holders: readonly RateHolder[], answer: unknown): void {
  for (const { key } of holders) reads.get(key)?.charge(rowsIn(answer));
}

/**
 * Calls without rows of the object, or that end something: a person who has no rows left can still protect the account.
 * The object itself checks the last two: a message may need no row.
 */
const NOT_BOUND: readonly ApiCall[] = [
  "logout",
  "updateUser",
  "changePassword",
  "sendVerification",
  "previewSchedule",
  "rotateTarget",
  "switchDevice",
  "publishMessage",
];

const isBound = (name: ApiCall, { method, access }: Endpoint): boolean =>
  (method === "POST" || method === "PUT") &&
  (access === "user" || access === "token") &&
  !NOT_BOUND.includes(name);

/** How long the object may take to answer; then the call goes on, and fails where it needs the object. Milliseconds. */
const PATIENCE_MS = 2_000;

/** Throws 503 when the object has written all rows of the day (MAX_ROWS_A_DAY). */
export async function refuseOver(name: ApiCall, endpoint: Endpoint, env: Env, userId: string): Promise<void> {
  if (!isBound(name, endpoint)) return;
  const asked = objectOf(env, userId)
    .rowsRetryAfter()
    .catch(() => 0);
  const wait = (await within(PATIENCE_MS, asked)) ?? 0;
  if (wait > 0) throw rowsUsedUp(wait);
}

// Rate limiter of changes over REST: a token bucket per account, in the isolate's memory, because a shared counter
// would cost every change a round trip, and an account's calls reach few isolates.

/** Seconds of the rate that may come at once. */
const BURST_SECONDS = 5;
/** Guests press buttons: fifty changes at once would hold up all accounts of the isolate for most of a second. */
const BURST_SECONDS_OF_GUESTS = 1;
const MAX_BUCKETS = 10_000;

const buckets = new Map<string, TokenBucket>();

/** For whom the reads and changes of a caller are counted, its part of the rate, and how many seconds of it at once. */
export interface RateHolder {
  key: string;
  share: number;
  burstSeconds: number;
}

/** A guest uses up none of the owner's, and all guests together have what one account has. */
export const rateHolders = (
  userId: string,
  { isGuest, bearer }: { isGuest: boolean; bearer: Pick<Bearer, "digest"> },
): RateHolder[] =>
  isGuest
    ? [
        {
          key: `guest ${bearer.digest}`,
          share: SHARE_OF_A_GUEST,
          burstSeconds: BURST_SECONDS_OF_GUESTS,
        },
        { key: `guests ${userId}`, share: 1, burstSeconds: BURST_SECONDS_OF_GUESTS },
      ]
    : [{ key: userId, share: 1, burstSeconds: BURST_SECONDS }];

/** For a call that is counted again, or has no valid caller. */
export function giveBackChange(endpoint: Endpoint, env: Env, holders: readonly RateHolder[]): void {
  if (!countsAsChange(endpoint, env)) return;
  for (const { key } of holders) buckets.get(key)?.give(1);
}

/** Takes a token. Returns the whole seconds until there is one; null when there was one. 0 is no limit. */
export function waitOfChange(
  holder: string,
  perSecond: number,
  now: number,
  burstSeconds = BURST_SECONDS,
): number | null {
  if (perSecond === 0) return null;
  // a bucket that holds less than one token would never give one
  const burst = Math.max(1, perSecond * burstSeconds);
  const bucket = buckets.get(holder) ?? new TokenBucket(perSecond, now, burst);
  putNewest(buckets, holder, bucket, MAX_BUCKETS);
  const wait = bucket.takeOrWait(now);
  return wait > 0 ? wait : null;
}

/** Logging out is never limited. */
const countsAsChange = ({ method, path, isMessage }: Endpoint, env: Env): boolean =>
  method !== "GET" && !isMessage && path !== SIGN_IN_CALLS.logout.path && !throttleIsOff(env);

/** Counts a change of its holders. Returns the seconds to wait; null when it may proceed. */
export function changeWait(
  endpoint: Endpoint,
  env: Env,
  holders: readonly RateHolder[],
  now: number,
): number | null {
  if (!countsAsChange(endpoint, env)) return null;
  const { CHANGE_RATE: perSecond } = settings(env).limits;
  for (const { key, share, burstSeconds } of holders) {
    const wait = waitOfChange(key, perSecond * share, now, burstSeconds);
    if (wait !== null) return wait;
  }
  return null;
}

/** As `changeWait`, before anything else is done, and without counting. */
export function waitBeforeChange(
  endpoint: Endpoint,
  env: Env,
  holders: readonly RateHolder[],
  now: number,
): number | null {
  if (!countsAsChange(endpoint, env)) return null;
  const waits = holders.map(({ key }) => buckets.get(key)?.waitAt(now) ?? 0);
  return waits.find((wait) => wait > 0) ?? null;
}
