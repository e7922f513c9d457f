import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { admit, withdraw } from "../../../../worker/throttle/sliding-log.ts";

const rule = { limit: 3, windowMs: 1000 };

describe("a sliding log", () => {
  test("admits up to its limit, then tells when the oldest leaves", () => {
    let log: readonly number[] = [];
    for (const now of [0, 100, 200]) {
      const admission = admit(log, now, rule);
      expect(admission.waitMs).toBe(0);
      log = admission.log;
    }
    expect(admit(log, 300, rule)).toEqual({ log: [0, 100, 200], waitMs: 700 });
    expect(admit(log, 999, rule).waitMs).toBe(1);
    expect(admit(log, 1000, rule)).toEqual({ log: [100, 200, 1000], waitMs: 0 });
  });

  /** The plainest model: every admitted call, for ever. */
  const admittedBefore = (calls: number[], now: number, windowMs: number) =>
    calls.filter((at) => at > now - windowMs).length;

  test("agrees with a list of all calls, and its wait is exact to the millisecond", () => {
    const gaps = fc.array(fc.nat(400), { maxLength: 60 });
    fc.assert(
      fc.property(
        gaps,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 1500 }),
        (steps, limit, windowMs) => {
          const calls: number[] = [];
          let log: readonly number[] = [];
          let now = 0;
          for (const step of steps) {
            now += step;
            const admission = admit(log, now, { limit, windowMs });
            const free = admittedBefore(calls, now, windowMs) < limit;
            expect(admission.waitMs === 0).toBe(free);
            if (free) calls.push(now);
            else {
              expect(admit(admission.log, now + admission.waitMs, { limit, windowMs }).waitMs).toBe(0);
              expect(admit(admission.log, now + admission.waitMs - 1, { limit, windowMs }).waitMs).toBe(1);
            }
            log = admission.log;
            expect(log.length).toBeLessThanOrEqual(limit);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("a clock that went back never makes anyone wait longer than the window [F17]", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { maxLength: 20 }), (moments) => {
        let log: readonly number[] = [];
        for (const now of moments) {
          const admission = admit(log, now, rule);
          expect(admission.waitMs).toBeLessThanOrEqual(rule.windowMs);
          log = admission.log;
        }
      }),
    );
  });

  test("a withdrawn call leaves the log as it was", () => {
    expect(withdraw([1, 2, 2, 3], 2)).toEqual([1, 2, 3]);
    expect(withdraw([1, 2], 9)).toEqual([1, 2]);
  });

  test("a limit of 0 refuses", () => {
    expect(admit([], 5, { limit: 0, windowMs: 1000 }).waitMs).toBe(1000);
  });
});
