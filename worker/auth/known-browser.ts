/**
 * A cookie marks a browser that has logged in before. It authenticates nothing: its logins are counted separately, so
 * that strangers' attempts do not lock out the owner.
 */

import { parse, serialize } from "hono/utils/cookie";
import { isKnownBrowser, KNOWN_FOR_SECONDS, type KnownBrowser } from "../db/known-browsers.ts";
import type { Env } from "../env.ts";
import { digest } from "../keys/digest.ts";
import { randomToken } from "../keys/random.ts";
import { count } from "../throttle/check.ts";

const NAME = "known_browser";
const TOKEN = /^[\w-]{43}$/;

/** Returns the cookie's token; null without a well-formed one. */
function knownToken(headers: Headers): string | null {
  const value = parse(headers.get("Cookie") ?? "", NAME)[NAME];
  return value !== undefined && TOKEN.test(value) ? value : null;
}

/** Only the login receives it, and no other site can make a browser send it. */
const cookieOf = (url: URL, token: string): string =>
  serialize(NAME, token, {
    path: "/v0/login",
    maxAge: KNOWN_FOR_SECONDS,
    httpOnly: true,
    sameSite: "Strict",
    secure: url.protocol === "https:",
  });

/** Sets a new token on the response. Returns its digest for the database. */
export function becomeKnown(call: {
  request: Request;
  url: URL;
  headers: Headers;
  now: number;
}): KnownBrowser {
  const token = randomToken();
  const before = knownToken(call.request.headers);
  call.headers.append("Set-Cookie", cookieOf(call.url, token));
  return {
    before: before === null ? null : digest(before),
    tokenHash: digest(token),
    now: call.now,
  };
}

/** A call that logs in. */
interface Attempt {
  env: Env;
  request: Request;
  now: number;
}

/** Whether a browser has logged in to that account before. */
export const isOfKnown = async (
  { env, request, now }: Attempt,
  email: string,
  token = knownToken(request.headers),
): Promise<boolean> =>
  token !== null && isKnownBrowser(env.DB, digest(token), email.trim().toLowerCase(), now);

/** Whole seconds until it may try; null for now, Infinity when it is unknown to that account. */
export async function waitOfKnown(attempt: Attempt, email: string): Promise<number | null> {
  const token = knownToken(attempt.request.headers);
  if (token === null || !(await isOfKnown(attempt, email, token))) return Number.POSITIVE_INFINITY;
  return (await count(attempt.env, "known-browser", [{ name: digest(token) }])).wait;
}
