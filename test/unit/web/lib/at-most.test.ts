import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { atMost } from "../../../../web/src/lib/at-most.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function counted(burst?: number) {
  let count = 0;
  const calls = atMost(1_000, () => count++, burst);
  return { calls, count: () => count };
}

it("calls at once, and not again before the interval [F249]", () => {
  const { calls, count } = counted();
  for (let asked = 0; asked < 100; asked++) calls.ask();
  expect(count()).toBe(1);
  vi.advanceTimersByTime(999);
  expect(count()).toBe(1);
});

it("calls once more after the last, and then stops", () => {
  const { calls, count } = counted();
  for (let asked = 0; asked < 100; asked++) calls.ask();
  vi.advanceTimersByTime(1_000);
  expect(count()).toBe(2);
  vi.advanceTimersByTime(10_000);
  expect(count()).toBe(2);
  calls.ask();
  expect(count()).toBe(3);
});

it("stops calling once it is stopped", () => {
  const { calls, count } = counted();
  calls.ask();
  calls.ask();
  calls.stop();
  vi.advanceTimersByTime(10_000);
  expect(count()).toBe(1);
});

it("allows a burst after a rest, at the same long-term rate", () => {
  const { calls, count } = counted(2);
  const askFor = (ms: number) => {
    for (let at = 0; at < ms; at += 100) {
      calls.ask();
      vi.advanceTimersByTime(100);
    }
  };
  askFor(10_000);
  expect(count()).toBe(12);
  vi.advanceTimersByTime(3_000);
  expect(count()).toBe(12);
  calls.ask();
  calls.ask();
  calls.ask();
  expect(count()).toBe(14);
});
