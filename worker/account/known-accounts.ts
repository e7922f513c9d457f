/**
 * Whether an account exists, before its object is called: a call of a made-up account would wake an object, and on a
 * desk leave a file. Each isolate asks the database once about an account. While the database does not answer, the
 * object decides, so that devices connect without it.
 */

import { keepNewest, putNewest } from "../../broker/contract/bounded.ts";
import { existingUser } from "../db/account-search.ts";
import type { Env } from "../env.ts";
import { within } from "../patience.ts";

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
