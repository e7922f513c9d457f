/**
 * Where the platform ends: the pages "Limits" of D1 and of Durable Objects, and the FAQ of each, at
 * developers.cloudflare.com. Nothing is listed that has no end there: requests to the Worker, objects, their storage
 * taken together. What one request may do (seconds of processor, subrequests) does not grow with accounts.
 */
export const PLATFORM = {
  /** One database; it cannot be raised. */
  d1Bytes: 10e9,
  objectBytes: 10e9,
  /** Calls of one object a second, beside frames: a soft limit. */
  objectRequests: 1000,
  /** Sockets that one object may hold. */
  sockets: 32_768,
} as const;

/** Objects that the throttle's counters are spread over. */
export const THROTTLE_SHARDS = 32;

/** D1 and an object each do one thing at a time: this is what there is of it, in milliseconds a second. */
export const ONE_THREAD = 1000;

/**
 * Milliseconds that D1 takes. Assumed and not measured, for only the edge could say: its FAQ reckons with one for a
 * query and several for one that writes. A row that is only counted is measured on a desk, tenfold.
 */
export const D1_TAKES = { read: 1, write: 5, row: 0.00001 } as const;

/** How much more than its average second a day's busiest has. Assumed. */
export const PEAK = 4;
