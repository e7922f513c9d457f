import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inTurn } from "../../../../worker/auth/in-turn.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

const lasting = (milliseconds: number) => () => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("one after the other, however long each takes, with air between them for what waits meanwhile", async () => {
  const begun: number[] = [];
  const start = Date.now();
  const all = [100, 300, 100].map((milliseconds) =>
    inTurn(() => {
      begun.push(Date.now() - start);
      return lasting(milliseconds)();
    }),
  );
  await vi.runAllTimersAsync();
  await Promise.all(all);
  expect(begun).toEqual([0, 150, 500]);
});

test("who comes alone waits for nobody, also behind one that failed", async () => {
  await expect(inTurn(() => Promise.reject(new Error("no memory")))).rejects.toThrow("no memory");
  expect(await inTurn(async () => "at once")).toBe("at once");
});

test("who has waited for fifteen seconds is sent away; one that never ends keeps the place for five", async () => {
  void inTurn(() => new Promise(() => {}));
  const behind = [1, 2, 3, 4].map(() => inTurn(() => new Promise(() => {})));
  const work = vi.fn(async () => true);
  const last = inTurn(work);
  await vi.advanceTimersByTimeAsync(15_100);
  expect(await last).toBeNull();
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await inTurn(work)).toBe(true);
  void behind;
});
