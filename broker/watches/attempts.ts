/** When a delivery is tried again. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits after the first, second, … failed attempt. Standard Webhooks 1.0.0, "Deliverability and reliability". */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR];

/** Milliseconds until the next attempt; null when no more follow. */
export const waitAfterAttempt = (attempts: number): number | null => WAITS[attempts - 1] ?? null;
