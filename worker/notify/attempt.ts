/** One HTTP request to a target. Nothing of the response but its status and Retry-After is read. */

import type { Attempt } from "../../broker/contract/watch.ts";
import { retryAfterMs } from "./retry-after.ts";

/** Milliseconds. */
const PATIENCE = 10_000;

/** Redirects are not followed: they could lead to an address that is not allowed. Never rejects. */
export async function attempt(
  url: string,
  init: { headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> },
  patience = PATIENCE,
): Promise<Attempt> {
  const signal = AbortSignal.timeout(patience);
  try {
    const response = await fetch(url, { ...init, method: "POST", redirect: "manual", signal });
    await response.body?.cancel().catch(() => {});
    const attempt = outcomeOf(response.status);
    const waitMs = retryAfterMs(response.headers.get("Retry-After"), Date.now());
    return attempt.outcome === "failed" && waitMs > 0 ? { ...attempt, retryAfterMs: waitMs } : attempt;
  } catch {
    const detail = signal.aborted ? "It did not answer within 10 seconds." : "It could not be reached.";
    return { outcome: "failed", detail };
  }
}

function outcomeOf(status: number): Attempt {
  if (status >= 200 && status < 300) return { outcome: "delivered", detail: `It answered ${status}.` };
  if (status === 410) return { outcome: "gone", detail: "It answered 410: it wants no more notices." };
  if (status >= 300 && status < 400) {
    return { outcome: "failed", detail: `It answered ${status}. Redirects are not followed.` };
  }
  return { outcome: "failed", detail: `It answered ${status}.` };
}
