/** Fetches a small document from an address that a stranger named, under the rules of webhooks. */

import type { Env } from "../env.ts";
import { within } from "../patience.ts";
import { ANSWER_HEADER, firstBytes, MAX_ANSWER, OUTBOUND_HEADER } from "./outbound.ts";
import { reachHeader } from "./target-address.ts";
import { addressObstacle, type Resolver, resolved } from "./webhook.ts";

/** `address`: it may not be reached from here. */
export type DocumentProblem = "address" | "unreachable" | "status" | "large";

type Answer = { text: string } | { problem: DocumentProblem };

/** Redirects are not followed: they could lead to an address that is not allowed. Never rejects. */
export async function fetchDocument(
  env: Env,
  url: string,
  patienceMs: number,
  resolve: Resolver = resolved,
): Promise<Answer> {
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await within(patienceMs, fetched(env, url, signal, resolve)).catch(() => null);
  return answer ?? { problem: "unreachable" };
}

async function fetched(env: Env, url: string, signal: AbortSignal, resolve: Resolver): Promise<Answer> {
  const obstacle = await addressObstacle(env, url, resolve);
  if (obstacle !== null) return { problem: obstacle.outcome === "refused" ? "address" : "unreachable" };
  const reach = reachHeader(env);
  const isGuarded = OUTBOUND_HEADER in reach;
  const headers = {
    Accept: "application/json",
    ...reach,
    // a desk passes as much of the body as is read
    ...(isGuarded && { [ANSWER_HEADER]: String(MAX_ANSWER) }),
  };
  const response = await fetch(url, { headers, redirect: "manual", signal });
  const bytes = await firstBytes(response.body, MAX_ANSWER);
  await response.body?.cancel().catch(() => {});
  const unsent = isGuarded ? response.headers.get(OUTBOUND_HEADER) : null;
  if (unsent !== null) return { problem: unsent === "private" ? "address" : "unreachable" };
  if (response.status !== 200) return { problem: "status" };
  // the rest of a longer one was not read
  if (bytes.length >= MAX_ANSWER) return { problem: "large" };
  return { text: new TextDecoder().decode(bytes) };
}
