import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inTurn } from "../../../../worker/auth/in-turn.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("one after the other, with air between them for what waits meanwhile", async () => {
  const begun: number[] = [];
  const start = Date.now();
  const all = Array.from({ length: 3 }, () =>
    inTurn(async () => {
      begun.push(Date.now() - start);
    }),
  );
  await vi.runAllTimersAsync();
  await Promise.all(all);
  expect(begun).toEqual([0, 130, 260]);
});

test("who comes alone waits for nobody, also behind one that failed", async () => {
  await expect(inTurn(() => Promise.reject(new Error("no memory")))).rejects.toThrow("no memory");
  expect(await inTurn(async () => "at once")).toBe("at once");
});

test("a queue of fifteen seconds is long enough: the next one is sent away, and later there is room again", async () => {
  const places = Math.floor(15_000 / 130) + 1;
  const all = Array.from({ length: places }, () => inTurn(async () => true));
  const work = vi.fn(async () => true);
  expect(await inTurn(work)).toBeNull();
  expect(work).not.toHaveBeenCalled();
  await vi.runAllTimersAsync();
  expect(await Promise.all(all)).not.toContain(null);
  expect(await inTurn(work)).toBe(true);
});
