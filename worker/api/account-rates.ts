/**
 * What a known caller may do in its account, for calls that the account's object does not check itself: reads a second
 * (in the isolate's memory, as `change-rate.ts`), and changes while the object has rows left for the day.
 */

import { putNewest } from "../../broker/contract/bounded.ts";
import { ReadRate, rowsIn } from "../../broker/contract/read-rate.ts";
import { objectOf } from "../account/account.ts";
import type { ApiCall } from "../contract/api.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { type Env, settings } from "../env.ts";
import { readsThrottled, rowsUsedUp } from "../errors.ts";
import { within } from "../patience.ts";
import { throttleIsOff } from "../throttle/check.ts";

const MAX_ACCOUNTS = 10_000;
const reads = new Map<string, ReadRate>();
const rateOf = (env: Env): number => (throttleIsOff(env) ? 0 : settings(env).broker.READ_RATE);

/** Counts a read of the account. Throws 429 beyond READ_RATE. */
export function countRead(env: Env, userId: string, now: number): void {
  const [perSecond, rate] = [rateOf(env), reads.get(userId) ?? new ReadRate()];
  putNewest(reads, userId, rate, MAX_ACCOUNTS);
  const wait = rate.take(perSecond, now);
  if (wait > 0) throw readsThrottled(wait, perSecond);
}

/** Counts the rows of the answer. */
export function chargeRead(env: Env, userId: string, answer: unknown): void {
  reads.get(userId)?.charge(rateOf(env), rowsIn(answer));
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
