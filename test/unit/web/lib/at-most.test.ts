import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { atMost } from "../../../../web/src/lib/at-most.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function counted() {
  let count = 0;
  const calls = atMost(1_000, () => count++);
  return { calls, count: () => count };
}

it("calls at once, and not again before its time [F249]", () => {
  const { calls, count } = counted();
  for (let asked = 0; asked < 100; asked++) calls.ask();
  expect(count()).toBe(1);
  vi.advanceTimersByTime(999);
  expect(count()).toBe(1);
});

it("calls once more after the last, and then rests", () => {
  const { calls, count } = counted();
  for (let asked = 0; asked < 100; asked++) calls.ask();
  vi.advanceTimersByTime(1_000);
  expect(count()).toBe(2);
  vi.advanceTimersByTime(10_000);
  expect(count()).toBe(2);
  calls.ask();
  expect(count()).toBe(3);
});

it("calls no more once it is stopped", () => {
  const { calls, count } = counted();
  calls.ask();
  calls.ask();
  calls.stop();
  vi.advanceTimersByTime(10_000);
  expect(count()).toBe(1);
});
