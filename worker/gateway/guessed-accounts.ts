/**
 * Accounts that are asked for by their id, and those that do not exist. Only an account's object knows whether it is one,
 * so a flood of made-up ids would wake as many: who asks for ten in a minute waits.
 */

import type { Env } from "../env.ts";
import { failed, waitOf } from "./failed-logins.ts";

/** Ids seen not to be an account's, and until when that is believed. */
const nobodies = new Map<string, number>();
/** Accounts that were seen: nobody who asks for one is guessing. */
const accounts = new Set<string>();
const REMEMBER_MS = 60_000;
const REMEMBERED = 10_000;

const guessOf = (userId: string, address: string | null) =>
  address === null || accounts.has(userId) ? null : { address, name: "an account" };

/** Whole seconds until this address may ask for this account; 0 when it may. */
export const waitForGuess = (userId: string, address: string | null, now: number): number =>
  waitOf(guessOf(userId, address), now);

export const isNobody = (userId: string, now: number): boolean => (nobodies.get(userId) ?? 0) > now;

export async function missed(env: Env, userId: string, address: string | null): Promise<void> {
  if (nobodies.size >= REMEMBERED) nobodies.clear();
  nobodies.set(userId, Date.now() + REMEMBER_MS);
  accounts.delete(userId);
  await failed(env, guessOf(userId, address));
}

export function found(userId: string): void {
  if (accounts.size >= REMEMBERED) accounts.clear();
  accounts.add(userId);
}
