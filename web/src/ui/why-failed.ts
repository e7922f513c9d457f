/** How a call failed: 0 when no answer came at all; and when the same may be tried again, where that is known. */
export interface Failure {
  status?: number;
  /** Milliseconds since 1970. */
  retryAt?: number | null;
}

/** What to do about a call that failed; empty where its failure tells nothing. */
export function whyFailed(error: unknown): string {
  const { status, retryAt } = (error ?? {}) as Failure;
  if (status === 0) return "The server does not answer. Check your connection and try again.";
  if (status !== 429) return "";
  const when = retryAt ? `after ${new Date(retryAt).toLocaleTimeString("en-US")}` : "in a moment";
  return `Too many requests. Try again ${when}.`;
}
