/** Whether the page says "Connected" of a device: only while it can know. */

import { renderHook } from "@testing-library/react";
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useKnown } from "../../../../web/src/devices/use-known.ts";
import { statusHeard } from "../../../../web/src/live/link.ts";

const NOW = Date.parse("2026-05-05T12:00:00.000Z");

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  statusHeard.set(true);
});
afterEach(() => {
  statusHeard.set(false);
  vi.useRealTimers();
});

const lose = (afterMs: number) =>
  act(() => {
    vi.advanceTimersByTime(afterMs);
    statusHeard.set(false);
  });

it("nothing is known after a lost connection until an answer comes", () => {
  const { result, rerender } = renderHook(useKnown, {
    initialProps: { dataUpdatedAt: NOW, isError: false },
  });
  expect(result.current).toBe(true);
  lose(1_000);
  expect(result.current).toBe(false);
  rerender({ dataUpdatedAt: NOW + 1_200, isError: false });
  expect(result.current).toBe(true);
  act(() => statusHeard.set(true));
  expect(result.current).toBe(true);
});

it("a failed answer, and one that is old, are not known either", () => {
  const { result, rerender } = renderHook(useKnown, {
    initialProps: { dataUpdatedAt: NOW, isError: true },
  });
  expect(result.current).toBe(false);
  lose(1_000);
  rerender({ dataUpdatedAt: NOW + 1_200, isError: false });
  expect(result.current).toBe(true);
  act(() => vi.advanceTimersByTime(60_000));
  expect(result.current).toBe(false);
});
