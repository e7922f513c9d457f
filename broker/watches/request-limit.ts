/** PURE. How many requests an account may cause to the hosts of its targets. */

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** Of hosts in all, as a multiple of the limit for one: as many as an account has targets by default. */
const HOSTS = 10;
/** A host that never asked for notices gets no flood of tests. */
const MAX_TESTS_A_MINUTE = 10;

export interface SentRequest {
  /** Milliseconds since 1970. */
  at: number;
  /** Empty for a test by e-mail. */
  host: string;
  isTest: boolean;
}

/**
 * Milliseconds until one more request may be sent; 0: now. `sent`: the requests of the last hour, oldest first.
 * `limit`: requests an hour and host; 0 for no limit.
 */
export function requestWait(
  sent: readonly SentRequest[],
  { host, isTest }: Pick<SentRequest, "host" | "isTest">,
  { limit, now }: { limit: number; now: number },
): number {
  const rules = [
    ...(isTest ? [{ max: MAX_TESTS_A_MINUTE, window: MINUTE, of: sent.filter((each) => each.isTest) }] : []),
    ...(limit > 0 && host !== ""
      ? [
          { max: limit, window: HOUR, of: sent.filter((each) => each.host === host) },
          { max: HOSTS * limit, window: HOUR, of: sent.filter((each) => each.host !== "") },
        ]
      : []),
  ];
  const waits = rules.map(({ max, window, of }) => {
    const first = of.at(-max)?.at;
    // a clock that was set back does not lengthen the wait
    return of.length < max || first === undefined || first > now + window ? 0 : first + window - now;
  });
  return Math.max(0, ...waits);
}
