/**
 * Random samples in any order, with compactions at any time, compared with a plain list at every resolution.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { SERIES_FIELDS } from "../../../../broker/contract/telemetry.ts";
import type { BlockStore } from "../../../../broker/history/block-store.ts";
import { DAY, fold, HOUR, type LevelStores, MINUTE, SeriesView } from "../../../../broker/history/levels.ts";
import { pointsOf } from "../../../../broker/history/points.ts";
import { type Bucket, ordered, type Sample } from "../../../../broker/history/samples.ts";
import { intervals, lastPerTime, type PlainSample } from "../../../support/plain-series.ts";

/** A block store in memory, which checks that blocks never overlap. */
function shelf<T extends { at: number }>(
  most: number,
  onRead: (items: number) => void = () => {},
): BlockStore<T> & { blocks: Map<number, T[]> } {
  const blocks = new Map<number, T[]>();
  const starts = () => [...blocks.keys()].sort((a, b) => a - b);
  return {
    blocks,
    at: (time) => {
      const start = starts().findLast((each) => each <= time) ?? starts()[0];
      if (start === undefined) return null;
      const end = starts().find((each) => each > start) ?? Infinity;
      const items = blocks.get(start) as T[];
      onRead(items.length);
      return { start, end, items };
    },
    put: (items, replaces) => {
      if (replaces !== null) blocks.delete(replaces);
      expect(items.length).toBeLessThanOrEqual(most);
      blocks.set((items[0] as T).at, [...items]);
    },
    range: (from, to) => {
      const found = [...blocks.values()].flat().filter(({ at }) => at >= from && at < to);
      onRead(found.length);
      return found.sort((a, b) => a.at - b.at);
    },
  };
}

const shelvesOf = (onRead?: (items: number) => void): LevelStores => ({
  samples: shelf<Sample>(1024, onRead),
  minutes: shelf<Bucket>(512, onRead),
  hours: shelf<Bucket>(512, onRead),
});

const START = 1_700_000_000_000 - (1_700_000_000_000 % DAY);
const SPAN = 3 * DAY;
// eighths add up exactly, in any order
const sample = fc.record({
  at: fc.oneof(
    fc.integer({ min: 0, max: SPAN }),
    fc.integer({ min: 0, max: 5 * MINUTE }),
    fc.integer({ min: 0, max: 200 }).map((n) => n * 10_000),
  ),
  value: fc.integer({ min: -8000, max: 8000 }).map((n) => n / 8),
});

test("[F216] late, repeated and unordered samples, compacted or not: samples, minutes, hours and days equal those of a plain list", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(sample, { maxLength: 60 }), { maxLength: 8 }),
      fc.nat(8),
      fc.constantFrom(...SERIES_FIELDS),
      fc.integer({ min: 0, max: SPAN }),
      (batches, folded, field, cut) => {
        const all: PlainSample[] = batches.flat().map(({ at, value }) => ({ at: START + at, value }));
        const shelves = shelvesOf();
        let at = 0;
        for (const batch of batches.slice(0, folded)) {
          fold(shelves, ordered(all.slice(at, at + batch.length)), START);
          at += batch.length;
        }
        const view = new SeriesView(shelves, ordered(all.slice(at)), START);
        const [from, to] = [START + cut, START + SPAN + 1];
        expect(view.samples(from, to)).toEqual(
          lastPerTime(all).filter((each) => each.at >= from && each.at < to),
        );
        for (const [resolution, width] of [
          ["1m", MINUTE],
          ["1h", HOUR],
          ["1d", DAY],
        ] as const) {
          const begin = from - (from % width);
          const query = { source: { device: "d" }, key: "k", from, to, resolution, field };
          const answer = pointsOf(view, query, to);
          const wide = { "1m": MINUTE, "1h": HOUR, "1d": DAY, raw: 1 }[answer.resolution];
          if (answer.resolution !== resolution) {
            expect(wide).toBeGreaterThan(width);
            continue;
          }
          const told = intervals(all, width, field);
          const points = answer.points.filter(([, value]) => value !== null);
          expect(points).toEqual([...told].filter(([start]) => start >= begin).sort((a, b) => a[0] - b[0]));
          expect(answer.points.length).toBeLessThanOrEqual(2000);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test("a block keeps its maximum size, also after thousands of late samples; minutes and hours include all", () => {
  const shelves = shelvesOf();
  const every = (step: number, shift: number) =>
    Array.from({ length: 3000 }, (_, n) => ({ at: START + n * step + shift, value: n }));
  const batches = [every(10_000, 0), every(10_000, 5000), every(10_000, -40_000_000)];
  for (const batch of batches) fold(shelves, batch, START);
  const view = new SeriesView(shelves, [], START);
  expect(view.samples(0, Infinity)).toHaveLength(9000);
  const sums = (buckets: readonly Bucket[]) => buckets.map(({ at, sum }) => [at, sum]);
  const told = (width: number) =>
    [...intervals(batches.flat(), width, "sum")].sort((a, b) => (a[0] as number) - (b[0] as number));
  expect(sums(view.minutes(0, Infinity))).toEqual(told(MINUTE));
  expect(sums(view.hours(0, Infinity))).toEqual(told(HOUR));
});

test("samples older than the retention are added to their minute or hour once, with the deleted ones", () => {
  const [empty, kept] = [shelvesOf(), shelvesOf()];
  const ages = [10, 40];
  const before = ages.map((days) => ({ at: START - days * DAY, value: 8 })).reverse();
  // as after in-time arrival and deletion of the samples
  fold(kept, before, before[0]?.at ?? 0);
  const shelves = { ...kept, samples: empty.samples };
  const late = before.map(({ at }) => ({ at: at + 1000, value: -3 }));
  const told = (fresh: Sample[]) => {
    const view = new SeriesView(shelves, fresh, START);
    const of = (buckets: Bucket[]) =>
      buckets.map(({ count, min, max, sum, last }) => [count, min, max, sum, last]);
    return [of(view.minutes(0, START)).at(-1), ...of(view.hours(0, START)), ...of(view.days(0, START))];
  };
  const both = Array(5).fill([2, -3, 8, 5, 8]);
  expect(told([])).toEqual(Array(5).fill([1, 8, 8, 8, 8]));
  expect(told(late)).toEqual(both);
  for (const again of [1, 2]) {
    fold(shelves, late, START + again);
    expect([told([]), told(late)]).toEqual([both, both]);
  }
});

test("a thousand samples a second are stored without reading their minute again for each slice [F301]", () => {
  let read = 0;
  const count = (items: number) => {
    read += items;
  };
  const shelves = shelvesOf(count);
  const all = Array.from({ length: 120_000 }, (_, n) => ({ at: START + n, value: n % 8 }));
  for (let at = 0; at < all.length; at += 1000) fold(shelves, all.slice(at, at + 1000), START);
  expect(read).toBeLessThan(2 * all.length);
  const told = new SeriesView(shelves, [], START).minutes(0, Infinity).map(({ at, sum }) => [at, sum]);
  expect(told).toEqual([START, START + MINUTE].map((at) => [at, 60_000 * 3.5]));
});

test("a gap is null: between samples three intervals apart, and in a minute without any", () => {
  const minutes = [0, 1, 2, 3, 9, 10];
  const samples = minutes.map((n) => ({ at: START + n * MINUTE, value: n }));
  const shelves = shelvesOf();
  const ask = (resolution: "raw" | "1m") => {
    const query = { source: { device: "d" }, key: "k", from: START, to: START + HOUR, field: "avg" as const };
    return pointsOf(new SeriesView(shelves, samples, START), { ...query, resolution }, START).points.map(
      ([, value]) => value,
    );
  };
  expect(ask("raw")).toEqual([0, 1, 2, 3, null, 9, 10]);
  expect(ask("1m")).toEqual([0, 1, 2, 3, null, null, null, null, null, 9, 10]);
});
