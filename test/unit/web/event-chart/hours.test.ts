import { expect, it } from "vitest";
import { barHeight, firstHour, hoursFrom } from "../../../../web/src/features/event-chart/event-chart.tsx";

it("begins 23 hours before the present hour", () => {
  const first = firstHour(new Date(2026, 10, 20, 14, 30).getTime());
  expect(first).toBe(new Date(2026, 10, 19, 15).getTime());
  expect([hoursFrom(first).length, hoursFrom(first).at(-1)]).toEqual([24, first + 23 * 3_600_000]);
});

it("shows a hundredth of the maximum, and zero as empty [F376]", () => {
  expect(barHeight(1, 100)).toBeGreaterThan(0.1);
  expect(barHeight(10, 1_000)).toBeGreaterThan(0.3);
  expect([barHeight(0, 100), barHeight(100, 100), barHeight(0, 0)]).toEqual([0, 1, 0]);
  expect(barHeight(3, 100)).toBeLessThan(barHeight(4, 100));
});
