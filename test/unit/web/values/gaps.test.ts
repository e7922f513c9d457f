import { describe, expect, it } from "vitest";
import {
  alone,
  closest,
  type Drawn,
  drawnOf,
  figuresOf,
  withoutLead,
} from "../../../../web/src/devices/series/gaps.ts";
import { sparkOf } from "../../../../web/src/devices/series/spark.ts";
import type { ValuePoint } from "../../../../web/src/devices/values.ts";

const MINUTE = 60_000;
const END = 100 * MINUTE;
const raw = (...points: ValuePoint[]) => figuresOf({ resolution: "raw", points, least: [], most: [] });
const valuesOf = ({ figures }: Drawn) => figures.map((figure) => figure?.value ?? null);
const seconds = (minutes: number) => minutes * 60;

describe("drawing", () => {
  it("is one line for samples at the usual interval", () => {
    const drawn = drawnOf(raw([0, 1], [MINUTE, 2], [2 * MINUTE, 3]), "raw", END);
    expect(drawn.times).toEqual([0, 60, 120]);
    expect(valuesOf(drawn)).toEqual([1, 2, 3]);
    // without buckets minimum and maximum are equal
    expect(drawn.figures.every((figure) => figure?.least === figure?.most)).toBe(true);
  });

  it("is cut at a longer pause than usual [F247]", () => {
    const drawn = drawnOf(raw([0, 1], [MINUTE, 2], [2 * MINUTE, 3], [9 * MINUTE, 4]), "raw", END);
    expect(drawn.times).toEqual([0, 60, 120, seconds(5.5), seconds(9)]);
    expect(valuesOf(drawn)).toEqual([1, 2, 3, null, 4]);
  });

  it("is not cut by empty minutes of a sensor with a five-minute interval", () => {
    const points = Array.from({ length: 21 }, (_, at): ValuePoint => [at * MINUTE, at % 5 === 0 ? at : null]);
    const drawn = drawnOf(figuresOf({ resolution: "1m", points, least: points, most: points }), "1m", END);
    expect(valuesOf(drawn)).toEqual([0, 5, 10, 15, 20]);
  });

  it("is in the middle of its bucket, and an open bucket before now", () => {
    const points: ValuePoint[] = [
      [0, 1],
      [MINUTE, 2],
    ];
    const figures = figuresOf({ resolution: "1m", points, least: points, most: points });
    expect(drawnOf(figures, "1m", MINUTE + 10_000).times).toEqual([30, 70]);
  });

  it("has the minimum and maximum of each bucket beside its average", () => {
    const figures = figuresOf({
      resolution: "1h",
      points: [
        [0, 5],
        [60 * MINUTE, null],
      ],
      least: [
        [0, 1],
        [60 * MINUTE, null],
      ],
      most: [
        [0, 9],
        [60 * MINUTE, null],
      ],
    });
    expect(figures).toEqual([{ at: 0, value: 5, least: 1, most: 9 }]);
  });

  it("has points for single samples", () => {
    expect(alone([1, null, 2, 3, null, 4])).toEqual([0, 5]);
    expect(alone([7])).toEqual([0]);
    expect(alone([1, 2])).toEqual([]);
    expect(alone([])).toEqual([]);
  });
});

describe("the sparkline", () => {
  const stretch = { from: 0, to: 2 * MINUTE };

  it("begins with the first known value, and ends now", () => {
    const spark = sparkOf(drawnOf(raw([MINUTE, 5], [1.5 * MINUTE, 10]), "raw", 2 * MINUTE), stretch);
    expect(spark).toEqual({ path: "M0 100L50 0", dots: [{ x: 50, y: 0 }] });
  });

  it("leaves a gap, and draws a constant in the middle", () => {
    const one = { at: 0, value: 1, least: 1, most: 1 };
    const drawn = { times: [0, 30, 60, 90, 120], figures: [one, one, null, one, one] };
    expect(sparkOf(drawn, stretch)?.path).toBe("M0 50L25 50M75 50L100 50");
  });

  it("has a dot for a single value between two gaps", () => {
    const one = { at: 0, value: 1, least: 1, most: 1 };
    const drawn = { times: [0, 30, 60, 90, 120], figures: [one, null, one, null, one] };
    expect(sparkOf(drawn, stretch)?.dots.map(({ x }) => x)).toEqual([0, 50, 100]);
  });

  it("is empty without values", () => {
    expect(sparkOf({ times: [], figures: [] }, stretch)).toBeNull();
  });

  it("stays in place when a sample is newer than the range", () => {
    const spark = sparkOf(drawnOf(raw([3 * MINUTE, 5], [3.5 * MINUTE, 10]), "raw", 4 * MINUTE), stretch);
    expect(spark).toEqual({ path: "M0 100L100 0", dots: [{ x: 100, y: 0 }] });
  });
});

it("beside another line, a moment without a sample is no gap", () => {
  const [gap, other] = [null, undefined];
  expect(alone([5, other, 6, gap, other, 7, other, gap, 8])).toEqual([5, 8]);
});

it("the closest figure is the one under the pointer", () => {
  const figures = raw([MINUTE, 1], [2 * MINUTE, 2], [9 * MINUTE, 3]);
  expect(closest(figures, 5 * MINUTE)?.value).toBe(2);
  expect(closest(figures, 8 * MINUTE)?.value).toBe(3);
  expect(closest([], 0)).toBeNull();
});

it.each<[string, [number, number | null][], number]>([
  ["a new device has values at its end", [[58 * 60_000, 1]], 55 * 60_000],
  ["its values fill a quarter of it", [[45 * 60_000, 1]], 44.25 * 60_000],
  ["its values begin in its first half", [[29 * 60_000, 1]], 0],
  ["it has no values", [[58 * 60_000, null]], 0],
])("an hour begins where it should when %s", (_, points, from) => {
  expect(withoutLead(points, { from: 0, to: 3_600_000 })).toEqual({ from, to: 3_600_000 });
});
