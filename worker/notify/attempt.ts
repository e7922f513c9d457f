/** One HTTP request to a target. Nothing of the response but its status and Retry-After is read. */

import type { Attempt } from "../../broker/contract/watch.ts";
import { OUTBOUND_HEADER, PRIVATE_ON_DESK, type Unsent } from "./outbound.ts";
import { retryAfterMs } from "./retry-after.ts";

/** Milliseconds. */
const PATIENCE = 10_000;

const LATE: Attempt = { outcome: "failed", detail: "It did not answer within 10 seconds." };
const UNREACHABLE: Attempt = { outcome: "failed", detail: "It could not be reached." };
export const UNRESOLVED: Attempt = { outcome: "failed", detail: "Its name could not be resolved." };
const UNSENT: Record<Unsent, Attempt> = {
  private: { outcome: "refused", detail: PRIVATE_ON_DESK },
  unresolved: UNRESOLVED,
  unreachable: UNREACHABLE,
  late: LATE,
};

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
    // a receiver cannot set it: the desk passes none of its headers but Retry-After
    const unsent = OUTBOUND_HEADER in init.headers ? response.headers.get(OUTBOUND_HEADER) : null;
    if (unsent !== null) return UNSENT[unsent as Unsent] ?? UNREACHABLE;
    const attempt = outcomeOf(response.status);
    const waitMs = retryAfterMs(response.headers.get("Retry-After"), Date.now());
    return attempt.outcome === "failed" && waitMs > 0 ? { ...attempt, retryAfterMs: waitMs } : attempt;
  } catch {
    return signal.aborted ? LATE : UNREACHABLE;
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
