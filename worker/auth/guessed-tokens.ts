/**
 * Wrong tokens and tickets over REST, counted per address. Beyond the limit nothing is looked up for the address,
 * except tokens that were right in this isolate: a working program does not wait because of its neighbour's mistake.
 */

import { accountOfTicket, accountOfToken } from "../../broker/contract/token.ts";
import type { Env } from "../env.ts";
import { ApiError, throttled } from "../errors.ts";
import { addressKey, clientAddress } from "../throttle/address.ts";
import { check, throttleIsOff } from "../throttle/check.ts";

const REMEMBERED = 10_000;
/** By address: until when it waits. Milliseconds since 1970. */
const waiting = new Map<string, number>();
const right = new Set<string>();

/** Returns the token of the header, or the ticket of a stream, and its account; null without a well-formed one. */
function tokenIn({ headers, url }: Request): { token: string; userId: string } | null {
  const [, token] = (headers.get("Authorization") ?? "").trim().split(/\s+/);
  const ticket = new URL(url).searchParams.get("ticket");
  const text = token ?? ticket ?? "";
  const userId = token === undefined ? accountOfTicket(text) : accountOfToken(text);
  return userId === null ? null : { token: text, userId };
}

interface Guarded {
  env: Env;
  request: Request;
  /** Called when an address begins to wait, with the account of its last token. */
  tokensGuessed(userId: string): void;
}

/** Makes the call unless its address has to wait. */
export async function withoutGuesses(
  { env, request, tokensGuessed }: Guarded,
  call: () => Promise<Response>,
): Promise<Response> {
  const said = tokenIn(request);
  if (said === null || throttleIsOff(env)) return call();
  const address = addressKey(clientAddress(request));
  const left = Math.ceil(((waiting.get(address) ?? 0) - Date.now()) / 1000);
  if (left > 0 && !right.has(said.token)) throw throttled(left);
  try {
    const answer = await call();
    if (right.size >= REMEMBERED) right.clear();
    // CORS preflight is answered for everybody
    if (answer.ok && request.method !== "OPTIONS") right.add(said.token);
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    right.delete(said.token);
    // without the throttle nothing is counted: the token is wrong all the same
    const { wait } = await check(env, "token", { address }).catch(() => ({ wait: null }));
    if (wait === null) throw error;
    if (waiting.size >= REMEMBERED) waiting.clear();
    waiting.set(address, Date.now() + wait * 1000);
    tokensGuessed(said.userId);
    throw throttled(wait);
  }
}
