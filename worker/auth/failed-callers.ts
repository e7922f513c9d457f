/**
 * Calls that do not authenticate, counted per address, whatever they present: a session, a token, a ticket, another
 * text or nothing. Beyond the limit nothing is looked up for the address, except for bearers that were right in this
 * isolate: a working program does not wait because of its neighbour's mistake.
 */

import { putNewest } from "../../broker/contract/bounded.ts";
import { accountOfBearer } from "../../broker/contract/token.ts";
import { AddressCounter } from "../address-counter.ts";
import { type Env, throttleIsOff } from "../env.ts";
import { ApiError, throttled } from "../errors.ts";
import { addressKey, clientAddress } from "../throttle/address.ts";
import { check } from "../throttle/check.ts";

// The sessions and tokens that were right in this isolate. For others nothing is spent before the account's object or
// the database has confirmed them: no body is read, and no allowance of the account is used.

const MAX_ENTRIES = 10_000;
/** Whether each is the token of a guest. */
const proven = new Map<string, boolean>();

/** Returns what the caller presents: the text after the scheme, or the ticket of a stream; empty for nothing. */
export function bearerIn({ headers, url }: Request): string {
  const header = headers.get("Authorization");
  if (header !== null) return header.trim().split(/\s+/)[1] ?? "";
  return new URL(url).searchParams.get("ticket") ?? "";
}

export const isProven = (bearer: string): boolean => proven.has(bearer);
export const isProvenGuest = (bearer: string): boolean => proven.get(bearer) === true;

export function prove(bearer: string, isGuest = false): void {
  if (proven.has(bearer)) return;
  putNewest(proven, bearer, isGuest, MAX_ENTRIES);
}

const disprove = (bearer: string): boolean => proven.delete(bearer);

const MAX_WAITING = 10_000;
/** Calls of an address at once whose caller is not known yet: they are counted only when they have failed. */
const MAX_UNPROVEN = 60;
/** By address: until when it waits. Milliseconds since 1970. */
const waiting = new Map<string, number>();
const unproven = new AddressCounter();

interface Guarded {
  env: Env;
  request: Request;
  /** Called when an address begins to wait, with the account that its last bearer named. */
  tokensGuessed(userId: string): void;
}

/** Makes the call unless its address has to wait. */
export async function withFailuresCounted<T>(guarded: Guarded, call: () => Promise<T>): Promise<T> {
  const { env, request } = guarded;
  const bearer = bearerIn(request);
  // a CORS preflight has no caller
  if (throttleIsOff(env) || request.method === "OPTIONS") return call();
  if (isProven(bearer)) return counted(guarded, bearer, call);
  const address = addressKey(clientAddress(request));
  const left = Math.ceil(((waiting.get(address) ?? 0) - Date.now()) / 1000);
  if (left > 0) throw throttled(left);
  if (!unproven.add(address, MAX_UNPROVEN)) throw throttled(1);
  try {
    return await counted(guarded, bearer, call);
  } finally {
    unproven.remove(address);
  }
}

async function counted<T>(
  { env, request, tokensGuessed }: Guarded,
  bearer: string,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    disprove(bearer);
    const address = addressKey(clientAddress(request));
    // without the throttle nothing is counted: the bearer is wrong all the same
    const { wait } = await check(env, "token", { address }).catch(() => ({ wait: null }));
    if (wait === null) throw error;
    putNewest(waiting, address, Date.now() + wait * 1000, MAX_WAITING);
    const userId = accountOfBearer(bearer);
    if (userId !== null) tokensGuessed(userId);
    throw throttled(wait);
  }
}
