import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useAge } from "../../../../web/src/lib/use-now.ts";

afterEach(() => vi.useRealTimers());

it("an age is updated each second of its first minute, and less often afterwards", () => {
  vi.useFakeTimers();
  const start = new Date().toISOString();
  let renders = 0;
  const { result } = renderHook(() => {
    renders++;
    return useAge(start);
  });
  for (let second = 1; second <= 60; second++) {
    act(() => vi.advanceTimersByTime(1_000));
    expect(result.current).toBe(second * 1_000);
  }
  const before = renders;
  act(() => vi.advanceTimersByTime(60_000));
  expect(result.current).toBe(120_000);
  expect(renders - before).toBeLessThanOrEqual(4);
});
