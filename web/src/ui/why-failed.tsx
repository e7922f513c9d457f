import { useNow } from "../lib/use-now.ts";

/** Why something was refused. */
export interface Problem {
  /** Empty when nothing is wrong. */
  message: string;
  /** What to do about it. */
  hint?: string;
  /** When the same may be tried again (milliseconds since 1970), where it was too much of it. */
  until: number | null;
}

const TOO_MANY = "Too many requests. Try in ";

/** As the server says it. */
const secondsText = (seconds: number): string => `${seconds} ${seconds === 1 ? "second" : "seconds"}.`;

export const secondsLeft = (until: number, now: number): number => Math.ceil((until - now) / 1_000);

/** What is known of a failed call without its words: how it failed, and when the same may be tried again. */
export interface Failure {
  /** 0 when no answer came at all. */
  status?: number;
  /** Milliseconds since 1970; null where the answer does not say. */
  retryAt?: number | null;
}

const NO_ANSWER = "The server does not answer. Check your connection and try again.";

/** What is to be done about a failed call; null where its failure tells nothing. */
export function whyFailed({ status, retryAt = null }: Failure): Problem | null {
  if (status === 0) return { message: NO_ANSWER, until: null };
  if (status !== 429) return null;
  const when = retryAt === null ? "a moment." : secondsText(secondsLeft(retryAt, Date.now()));
  return { message: TOO_MANY + when, until: retryAt };
}

export function Wait({ until }: { until: number }) {
  const left = secondsLeft(until, useNow());
  if (left <= 0) return <p>You can try again now.</p>;
  return (
    <p>
      {TOO_MANY}
      <span role="timer" aria-live="off">
        {secondsText(left)}
      </span>
    </p>
  );
}

/** Stands below what could not be loaded. */
export function WhyFailed({ error }: { error: unknown }) {
  const why = whyFailed((error ?? {}) as Failure);
  if (why === null) return null;
  return why.until === null ? <p>{why.message}</p> : <Wait until={why.until} />;
}
