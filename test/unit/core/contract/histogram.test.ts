import { expect, test } from "vitest";
import { Histogram, SECONDS } from "../../../../broker/contract/histogram.ts";

test("counts a time once, in the first bucket that includes it", () => {
  const histogram = new Histogram();
  for (const milliseconds of [0, 10, 11, 250, 10_000, 10_001, 86_400_000]) histogram.note(milliseconds);
  expect(histogram.counts).toEqual([2, 1, 0, 1, 0, 0, 1, 2]);
  expect(histogram.counts).toHaveLength(SECONDS.length + 1);
  expect(histogram.seconds).toBeCloseTo(0.271 + 20.001 + 86_400);
});

test("counts a clock that jumped back as zero", () => {
  const histogram = new Histogram();
  histogram.note(-5000);
  expect([histogram.counts[0], histogram.seconds]).toEqual([1, 0]);
});
