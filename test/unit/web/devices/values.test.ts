import { describe, expect, it } from "vitest";
import {
  ageText,
  isOverdue,
  lastValueText,
  numberText,
  usualInterval,
  type ValuePoint,
  valueText,
} from "../../../../web/src/devices/values.ts";

const SECOND = 1_000;
const HOUR = 3_600_000;
const every = (ms: number, count: number, from = 0): ValuePoint[] =>
  Array.from({ length: count }, (_, index) => [from + index * ms, 1]);

describe("a value's text", () => {
  it.each([
    [21.4, "°C", "21.4\u00a0°C"],
    [21.400_000_001, null, "21.4"],
    [-0.5, "", "-0.5"],
    [1_013.25, "hPa", "1,013.25\u00a0hPa"],
    [0, "%", "0\u00a0%"],
    [true, null, "yes"],
    [false, "°C", "no"],
    ["heating", "°C", "heating"],
  ] as const)("%s in %s is %s", (value, unit, text) => {
    expect(valueText(value, unit)).toBe(text);
  });

  it.each([
    [1.5e12, "1.5E12"],
    [-2.25e-7, "-2.25E-7"],
    [999_999_999, "1,000,000,000"],
    [Number.MAX_VALUE, "1.798E308"],
  ])("%s stays readable", (value, text) => {
    expect(numberText(value)).toBe(text);
  });

  it.each([
    [-3 * SECOND, "now"],
    [999, "now"],
    [12.9 * SECOND, "12 s ago"],
    [59.99 * SECOND, "59 s ago"],
    [61 * SECOND, "1 min ago"],
    [HOUR, "1 h ago"],
    [23.9 * HOUR, "23 h ago"],
    [49 * HOUR, "2 d ago"],
  ])("%s ms are %s", (ms, text) => {
    expect(ageText(ms)).toBe(text);
  });
});

describe("a value's age", () => {
  it("learns the interval from the usual distance, despite missing samples", () => {
    const night = [...every(10 * SECOND, 20), ...every(10 * SECOND, 20, 8 * HOUR)];
    expect(usualInterval(night)).toBe(10 * SECOND);
  });

  it("does not count an empty bucket as a sample", () => {
    const hourly = every(HOUR / 60, 181).map(
      ([at, value], minute): ValuePoint => [at, minute % 60 === 0 ? value : null],
    );
    expect(usualInterval(hourly)).toBe(HOUR);
  });

  it.each([[0], [1], [2]])("has no interval after %s samples, or two at once", (count) => {
    expect(usualInterval(every(SECOND, count))).toBeNull();
    expect(usualInterval(every(0, count + 5))).toBeNull();
  });

  it("is overdue after three of its usual intervals, and not before [F246]", () => {
    expect(isOverdue(90 * SECOND, 30 * SECOND)).toBe(false);
    expect(isOverdue(90 * SECOND + 1, 30 * SECOND)).toBe(true);
  });

  it("is not overdue because clocks differ by seconds", () => {
    expect(isOverdue(9 * SECOND, SECOND)).toBe(false);
    expect(isOverdue(-5 * SECOND, SECOND)).toBe(false);
    expect(isOverdue(11 * SECOND, SECOND)).toBe(true);
  });

  it("is overdue after a day without a known interval", () => {
    expect(isOverdue(24 * HOUR, null)).toBe(false);
    expect(isOverdue(24 * HOUR + 1, null)).toBe(true);
  });
});

it("an imported average is no last value", () => {
  expect(lastValueText({ value: 21, average: true }, "°C")).toBe("–");
  expect(lastValueText({ value: 21 }, "°C")).toBe("21\u00a0°C");
});
