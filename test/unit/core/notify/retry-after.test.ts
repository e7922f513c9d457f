/** Retry-After of a receiver: its two forms, the three forms of dates, and nonsense. */

import { expect, test } from "vitest";
import { waitAfterAttempt } from "../../../../broker/watches/delivery-times.ts";
import { retryAfterMs } from "../../../../worker/notify/attempt.ts";

const NOW = Date.parse("2026-11-26T12:00:00Z");
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const WEEK = 7 * 86_400_000;

test.each([
  ["12", 12 * SECOND],
  [" 120 ", 120 * SECOND],
  ["0", 0],
  ["007", 7 * SECOND],
  ["99999999999999999999999999", WEEK],
  ["Thu, 26 Nov 2026 12:02:00 GMT", 2 * MINUTE],
  ["Thursday, 26-Nov-26 12:02:00 GMT", 2 * MINUTE],
  ["Thu Nov 26 12:02:00 2026", 2 * MINUTE],
  ["Thu Nov  5 12:02:00 2026", 0],
  ["Sunday, 06-Nov-94 08:49:37 GMT", 0],
  ["Thu, 26 Nov 2026 11:59:59 GMT", 0],
  ["Thu, 26 Nov 9999 12:00:00 GMT", WEEK],
])("%j is a wait of %i ms", (header, wait) => {
  expect(retryAfterMs(header, NOW)).toBe(wait);
});

test.each([
  null,
  "",
  "-5",
  "+5",
  "1.5",
  "1e3",
  "0x10",
  "12, 30",
  "12s",
  "soon",
  "Infinity",
  "NaN",
  "2026-11-26T12:02:00Z",
  "Thu, 26 Nov 2026 12:02:00",
  "Thu, 26 Nov 2026 12:02:00 +0100",
  "Thu, 99 Nov 2026 12:02:00 GMT",
  "Wed, 31 Feb 2027 12:02:00 GMT",
  "Wednesday, 31-Feb-27 12:02:00 GMT",
  "Wed Feb 31 12:02:00 2027",
  "Thu, 26 Xxx 2026 12:02:00 GMT",
  "Thursday, 99-Nov-26 12:02:00 GMT",
  "١٢",
])("%j is ignored", (header) => {
  expect(retryAfterMs(header, NOW)).toBe(0);
});

test("it lengthens the wait up to the next step of the table, and never shortens it", () => {
  expect(waitAfterAttempt(1)).toBe(5 * SECOND);
  expect(waitAfterAttempt(1, SECOND)).toBe(5 * SECOND);
  expect(waitAfterAttempt(1, 12 * SECOND)).toBe(12 * SECOND);
  expect(waitAfterAttempt(1, WEEK)).toBe(5 * MINUTE);
  expect(waitAfterAttempt(2, 12 * SECOND)).toBe(5 * MINUTE);
  expect(waitAfterAttempt(5, WEEK)).toBe(600 * MINUTE);
  expect(waitAfterAttempt(6, WEEK)).toBe(600 * MINUTE);
  expect(waitAfterAttempt(7, WEEK)).toBeNull();
});
