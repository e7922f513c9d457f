/** How a call failed: 0 when no answer came at all; and when the same may be tried again, where that is known. */
interface Failure {
  status?: number;
  /** Milliseconds since 1970. */
  retryAt?: number | null;
}

export const NO_ANSWER = "The server does not answer.";

/** Why a call failed, and when it may be tried again; empty where its failure tells nothing. */
export function whyFailed(error: unknown): string {
  const { status, retryAt } = (error ?? {}) as Failure;
  if (status === 0) return NO_ANSWER;
  if (status !== 429) return "";
  return `Too many requests. Try again ${retryAt ? `after ${new Date(retryAt).toLocaleTimeString("en-US")}` : "later"}.`;
}
