/** Whether a call comes from the page or from a program: events record it. */

/**
 * Node's `fetch` sends `Sec-Fetch-Mode` and Paho an `Origin`, so neither alone is enough; only browsers also send
 * Mozilla. A program that sends all three counts as the page.
 */
export const isFromPage = (headers: Headers): boolean =>
  headers.get("User-Agent")?.startsWith("Mozilla/") === true &&
  (headers.has("Origin") || headers.has("Sec-Fetch-Site"));
