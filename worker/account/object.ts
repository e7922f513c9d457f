/**
 * The stubs of accounts' objects, which no other file makes, and whether objects answer: each isolate remembers the
 * results of a minute. One object without an account is opened and read too, so that a release that breaks all objects
 * is noticed before people notice it.
 */

import type { CallerCalls } from "../../broker/calls/index.ts";
import type { Bearer, Needs } from "../../broker/contract/bearer.ts";
import { keepNewest, putNewest } from "../../broker/contract/bounded.ts";
import { logLine } from "../../broker/contract/hidden.ts";
import type { BrokerObject } from "../../broker/object.ts";
import { existingUser } from "../db/account-search.ts";
import type { Env } from "../env.ts";
import { within } from "../patience.ts";

// Whether an account exists, before its object is called: a call of a made-up account would wake an object, and on a
// desk leave a file. Each isolate asks the database once about an account. While the database does not answer, the
// object decides, so that devices connect without it.

const MAX_ENTRIES = 10_000;
const REMEMBER_MISSING_MS = 60_000;
/** Longest wait for the database, and how long it is not asked again after a failure. Milliseconds. */
const PATIENCE_MS = 2_000;
const PAUSE_MS = 10_000;

const existing = new Set<string>();
/** Ids without an account, and the time until which this is assumed. */
const missingUntil = new Map<string, number>();
let pausedUntil = 0;

export const isKnownAccount = (userId: string): boolean => existing.has(userId);

export function noteAccount(userId: string): void {
  missingUntil.delete(userId);
  existing.delete(userId);
  existing.add(userId);
  keepNewest(existing, MAX_ENTRIES);
}

/** The account was deleted, or its object does not know it. */
export function noteNoAccount(userId: string): void {
  existing.delete(userId);
  putNewest(missingUntil, userId, Date.now() + REMEMBER_MISSING_MS, MAX_ENTRIES);
}

export async function mayBeAccount(env: Env, userId: string): Promise<boolean> {
  if (existing.has(userId)) return true;
  const now = Date.now();
  if ((missingUntil.get(userId) ?? 0) > now) return false;
  if (now < pausedUntil && now >= pausedUntil - PAUSE_MS) return true;
  const search = existingUser(env.DB, userId).then((owner) => ({ owner }));
  const answer = await within(PATIENCE_MS, search).catch(() => null);
  if (answer === null) pausedUntil = now + PAUSE_MS;
  else if (answer.owner === null) noteNoAccount(userId);
  else noteAccount(userId);
  return answer === null || answer.owner !== null;
}

const REMEMBER_MS = 60_000;
const REMEMBERED = 1000;
/** No account has this name: names are UUIDs. */
const NOBODY = "nobody";
/** The probe runs at most this often, because anybody may call health. */
const PROBE_EVERY_MS = 10_000;
/** Fewer failing accounts are no failure of the service. */
const FEW = 3;

export type Objects = Pick<Env, "BROKER">;
/** What a caller may do in its account: the calls of `broker/calls/`. */
export type CallsOfCaller = Pick<CallerCalls, keyof CallerCalls>;
/** Calls that leave before they are awaited: the platform sends a call of a promised object at once. */
type Promised = CallsOfCaller & Disposable;

type ByPlatform = "alarm" | "fetch" | `webSocket${string}`;
export type AccountObject = Omit<BrokerObject<Env>, "as" | "asVerified" | ByPlatform> &
  Pick<Fetcher, "fetch"> & {
    as(bearer: Bearer, needs: Needs): Promised;
    asVerified(bearer: Bearer): Promised;
  };

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
  const before = asked.get(userId);
  if (before === undefined) putNewest(asked, userId, { at: Date.now(), answered }, REMEMBERED);
  else Object.assign(before, { at: Date.now(), answered });
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
