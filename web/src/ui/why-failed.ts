/** A failed call: status 0 without a response. */
interface Failure {
  status?: number;
  /** Milliseconds since 1970. */
  retryAt?: number | null;
}

export const NO_ANSWER = "The server does not answer.";

/** Why a call failed and when to retry; empty if unknown. */
export function whyFailed(error: unknown): string {
  const { status, retryAt } = (error ?? {}) as Failure;
  if (status === 0) return NO_ANSWER;
  if (status !== 429) return "";
  return `Too many requests. Try again ${retryAt ? `after ${new Date(retryAt).toLocaleTimeString("en-US")}` : "later"}.`;
}
