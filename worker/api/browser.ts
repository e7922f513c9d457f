/** A page or a program: events say who switched. */

/**
 * Node's `fetch` sends `Sec-Fetch-Mode` and Paho an `Origin`, so neither alone is a sign; only browsers also call
 * themselves Mozilla. A program that says all of it is taken at its word.
 */
export const isFromPage = (headers: Headers): boolean =>
  headers.get("User-Agent")?.startsWith("Mozilla/") === true &&
  (headers.has("Origin") || headers.has("Sec-Fetch-Site"));
