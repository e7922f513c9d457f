/** Which targets get their next delivery, and how many requests a host gets. */

import { expect, test } from "vitest";
import {
  nextTargets,
  pauseAfterFailures,
  type TargetQueue,
} from "../../../../broker/watches/delivery-times.ts";
import { requestWait } from "../../../../broker/watches/request-limit.ts";

const HOUR = 3_600_000;
const queue = (target: string, more: Partial<TargetQueue> = {}): TargetQueue => ({
  target,
  dueAt: 0,
  pausedUntil: 0,
  isFailing: false,
  isInFlight: false,
  ...more,
});
const names = (queues: TargetQueue[], now = 0) => nextTargets(queues, now).start.map(({ target }) => target);

test("four targets at most are in flight, and failing ones leave one place to the others", () => {
  const well = ["a", "b", "c", "d", "e", "f"].map((each) => queue(each));
  expect(names(well)).toEqual(["a", "b", "c", "d"]);
  const failing = ["a", "b", "c", "d", "e", "f"].map((each) => queue(each, { isFailing: true }));
  expect(names(failing)).toEqual(["a", "b", "c"]);
  const hanging = failing.slice(0, 3).map((each) => ({ ...each, isInFlight: true }));
  expect(names([...hanging, queue("e", { isFailing: true }), queue("well", { dueAt: -1 })])).toEqual([
    "well",
  ]);
});

test("a target in flight, paused or not due is not started; the next look is at the first of the others", () => {
  const queues = [
    queue("a", { isInFlight: true }),
    queue("b", { dueAt: 30 }),
    queue("c", { dueAt: 5, pausedUntil: 20 }),
  ];
  expect(nextTargets(queues, 10)).toEqual({ start: [], at: 20 });
  expect(names(queues, 20)).toEqual(["c"]);
  expect(nextTargets([queue("a", { isInFlight: true })], 0)).toEqual({ start: [], at: null });
});

test("one failure pauses nothing, more in a row up to a minute, and Retry-After up to five minutes", () => {
  expect([1, 2, 3, 4, 5, 6, 100].map((failures) => pauseAfterFailures(failures) / 1000)).toEqual([
    0, 5, 10, 20, 40, 60, 60,
  ]);
  expect(pauseAfterFailures(1, 12_000)).toBe(12_000);
  expect(pauseAfterFailures(3, 1000)).toBe(10_000);
  expect(pauseAfterFailures(1, 24 * HOUR)).toBe(300_000);
});

test("a host gets its requests in any hour, not in each hour of the clock", () => {
  const sent = [0, 10, 20].map((at) => ({ at, host: "a", isTest: false }));
  const wait = (host: string, now: number, limit = 3) =>
    requestWait(sent, { host, isTest: false }, { limit, now });
  expect(wait("a", 30)).toBe(HOUR - 30);
  expect(wait("a", HOUR)).toBe(0);
  expect(wait("a", 30, 2)).toBe(HOUR - 20);
  expect(wait("b", 30)).toBe(0);
  expect(wait("", 30)).toBe(0);
  // no limit; and a clock that was set back
  expect(wait("a", 30, 0)).toBe(0);
  expect(wait("a", -2 * HOUR)).toBe(0);
});
