/** Times of samples that have none. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { AHEAD, SampleTimes } from "../../../../broker/history/sample-time.ts";

test("the samples of a source never share a time, whatever the clock does", () => {
  const steps = fc.array(
    fc.record({
      source: fc.constantFrom("a", "b", "c"),
      by: fc.constantFrom(0, 0, 0, 1, 5, -3, 50_000, -50_000),
    }),
  );
  fc.assert(
    fc.property(steps, (all) => {
      const times = new SampleTimes();
      const seen = new Set<string>();
      let now = 1_790_000_000_000;
      for (const { source, by } of all) {
        now += by;
        const at = times.next(source, now);
        expect(seen.has(`${source} ${at}`)).toBe(false);
        expect(at).toBeGreaterThanOrEqual(now);
        seen.add(`${source} ${at}`);
      }
    }),
  );
});

test("a clock that was set back far gives its own times again", () => {
  const times = new SampleTimes();
  times.next("a", 10 * AHEAD);
  expect(times.next("a", AHEAD)).toBe(AHEAD);
});

test("sources that sent long ago take no memory", () => {
  const times = new SampleTimes();
  for (let n = 0; n < 10_000; n++) times.next(`device:${n}`, 1_790_000_000_000 + 61_000 * n);
  expect(times.size).toBe(1);
});
