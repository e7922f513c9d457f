import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inTurn } from "../../../../worker/auth/in-turn.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

const HERE = "192.0.2.1";
const lasting = (milliseconds: number) => () => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("one after the other, however long each takes, with air between them for what waits meanwhile", async () => {
  const begun: number[] = [];
  const start = Date.now();
  const all = [100, 300, 100].map((milliseconds) =>
    inTurn(HERE, () => {
      begun.push(Date.now() - start);
      return lasting(milliseconds)();
    }),
  );
  await vi.runAllTimersAsync();
  await Promise.all(all);
  expect(begun).toEqual([0, 150, 500]);
});

test("who comes alone waits for nobody, also behind one that failed", async () => {
  const begun = Date.now();
  const failing = expect(inTurn(HERE, () => Promise.reject(new Error("no memory")))).rejects.toThrow(
    "no memory",
  );
  await vi.runAllTimersAsync();
  await failing;
  const alone = inTurn(HERE, async () => "at once");
  await vi.runAllTimersAsync();
  expect(await alone).toBe("at once");
  expect(Date.now() - begun).toBe(0);
});

test("who comes while one hashes is behind it, although nobody could see that it came", async () => {
  const begun: number[] = [];
  const start = Date.now();
  const first = inTurn(HERE, async () => 1);
  await Promise.resolve();
  const second = inTurn(HERE, async () => begun.push(Date.now() - start));
  await vi.runAllTimersAsync();
  await Promise.all([first, second]);
  expect(begun[0]).toBeGreaterThanOrEqual(50);
});

test("who has waited for a minute is sent away; one that never ends keeps the place for five", async () => {
  void inTurn(HERE, () => new Promise(() => {}));
  const behind = Array.from({ length: 13 }, () => inTurn(HERE, () => new Promise(() => {})));
  const work = vi.fn(async () => true);
  const last = inTurn(HERE, work);
  await vi.advanceTimersByTimeAsync(60_100);
  expect(await last).toBeNull();
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  const later = inTurn(HERE, work);
  await vi.runAllTimersAsync();
  expect(await later).toBe(true);
  void behind;
});
