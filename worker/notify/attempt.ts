/** One HTTP request to a target. Status and Retry-After of the response are read; of a chat service the body, too. */

import type { Attempt } from "../../broker/contract/watch.ts";
import {
  ANSWER_HEADER,
  firstBytes,
  MAX_ANSWER,
  OUTBOUND_HEADER,
  PRIVATE_ON_DESK,
  type Unsent,
} from "./outbound.ts";

// PURE. The header Retry-After (RFC 9110, 10.2.3): seconds, or a date in one of the three forms of RFC 9110, 5.6.7.

const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
/** Obsolete, and to be accepted: `Sunday, 06-Nov-94 08:49:37 GMT`. */
const RFC_850 = /^[A-Z][a-z]{5,8}, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}:\d{2}:\d{2}) GMT$/;
/** Obsolete, and to be accepted: `Sun Nov  6 08:49:37 1994`. */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Longer waits have no meaning for a notice. Milliseconds. */
const LONGEST = 7 * 86_400_000;

/** How long to wait, in milliseconds; 0 for a moment that has passed, and for a header that is missing or not valid. */
export function retryAfterMs(header: string | null, now: number): number {
  const text = header?.trim() ?? "";
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : dateOf(text, now) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST);
}

/** Milliseconds since 1970; NaN for text that is no date. */
function dateOf(text: string, now: number): number {
  if (IMF_FIXDATE.test(text)) return existing(text);
  if (ASCTIME.test(text)) return existing(`${text} GMT`);
  const [, day, month, year, time] = RFC_850.exec(text) ?? [];
  if (year === undefined) return Number.NaN;
  const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100;
  const at = (full: number) => existing(`${day} ${month} ${full} ${time} GMT`);
  const date = at(century + Number(year));
  // RFC 9110, 5.6.7: more than 50 years in the future is the most recent year in the past with these digits
  return date - now > 50 * 366 * 86_400_000 ? at(century - 100 + Number(year)) : date;
}

/** NaN for 31 February, which `Date.parse` moves into March. */
function existing(text: string): number {
  const at = Date.parse(text);
  const day = /\b(\d{1,2})\b/.exec(text)?.[1];
  return new Date(at).getUTCDate() === Number(day) ? at : Number.NaN;
}

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

/** What a target answered. `retryAfterMs`: 0 without the header. */
export interface TargetAnswer {
  status: number;
  /** Empty where nobody judges it. */
  body: string;
  retryAfterMs: number;
}

interface AttemptOptions {
  patience?: number | undefined;
  /** Decides by the body, of which the first bytes are read. Without it the status decides. */
  judge?: (answer: TargetAnswer) => Attempt;
}

/** Redirects are not followed: they could lead to an address that is not allowed. Never rejects. */
export async function attempt(
  url: string,
  init: { headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> },
  { patience = PATIENCE, judge }: AttemptOptions = {},
): Promise<Attempt> {
  const signal = AbortSignal.timeout(patience);
  const isGuarded = OUTBOUND_HEADER in init.headers;
  // a desk passes as much of the body as is read
  const headers = { ...init.headers, ...(isGuarded && judge && { [ANSWER_HEADER]: String(MAX_ANSWER) }) };
  try {
    const response = await fetch(url, { ...init, headers, method: "POST", redirect: "manual", signal });
    const body = judge ? await firstBytes(response.body, MAX_ANSWER) : new Uint8Array();
    await response.body?.cancel().catch(() => {});
    // a receiver cannot set it: the desk passes none of its headers but Retry-After
    const unsent = isGuarded ? response.headers.get(OUTBOUND_HEADER) : null;
    if (unsent !== null) return UNSENT[unsent as Unsent] ?? UNREACHABLE;
    const answer: TargetAnswer = {
      status: response.status,
      body: new TextDecoder().decode(body),
      retryAfterMs: retryAfterMs(response.headers.get("Retry-After"), Date.now()),
    };
    return (judge ?? byStatus)(answer);
  } catch {
    return signal.aborted ? LATE : UNREACHABLE;
  }
}

function byStatus({ status, retryAfterMs: waitMs }: TargetAnswer): Attempt {
  const attempt = outcomeOf(status);
  return attempt.outcome === "failed" && waitMs > 0 ? { ...attempt, retryAfterMs: waitMs } : attempt;
}

function outcomeOf(status: number): Attempt {
  if (status >= 200 && status < 300) return { outcome: "delivered", detail: `It answered ${status}.` };
  if (status === 410) return { outcome: "gone", detail: "It answered 410: it wants no more notices." };
  if (status >= 300 && status < 400) {
    return { outcome: "failed", detail: `It answered ${status}. Redirects are not followed.` };
  }
  return { outcome: "failed", detail: `It answered ${status}.` };
}
