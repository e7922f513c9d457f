/** The soak test's arithmetic: a leak must not look flat. */

import { expect, it } from "vitest";
import { drift, slope } from "../../soak/slope.ts";

it("detects a steady rise through noise, and none in noise alone", () => {
  const noise = (index: number) => (index % 2 === 0 ? 5 : -5);
  const series = (rise: number) => Array.from({ length: 100 }, (_, index) => index * rise + noise(index));
  expect(slope(series(3))).toBeCloseTo(3, 1);
  expect(slope(series(0))).toBeCloseTo(0, 1);
  expect(slope([7])).toBe(0);
});

it("compares the end with the beginning", () => {
  expect(drift([10, 10, 11, 11, 12, 12])).toBeCloseTo(0.2);
  expect(drift([10, 10, 10])).toBe(0);
});
