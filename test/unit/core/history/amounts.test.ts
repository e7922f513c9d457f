/** Amounts of counters and powers: by the samples themselves, compared with sums that are computed without the product. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { QueriedField, SeriesQuery } from "../../../../broker/contract/telemetry.ts";
import { amountsOf } from "../../../../broker/history/amounts.ts";
import type { BlockStore } from "../../../../broker/history/block-store.ts";
import { DAY, fold, HOUR, type LevelStores, MINUTE, SeriesView } from "../../../../broker/history/levels.ts";
import {
  type Bucket,
  bucketsOf,
  ordered,
  packBuckets,
  type Sample,
  unpackBuckets,
} from "../../../../broker/history/samples.ts";
import { periodsOf } from "../../../../broker/schedules/periods.ts";
import { berlinDate, yearOfAMeter } from "../../../support/year-of-a-meter.ts";

/** Blocks in memory, packed as they are stored. */
function shelf<T extends { at: number }>(copy: (items: readonly T[]) => T[]): BlockStore<T> {
  const blocks = new Map<number, T[]>();
  const starts = () => [...blocks.keys()].sort((a, b) => a - b);
  return {
    at: (time) => {
      const start = starts().findLast((each) => each <= time) ?? starts()[0];
      if (start === undefined) return null;
      const end = starts().find((each) => each > start) ?? Infinity;
      return { start, end, items: blocks.get(start) as T[] };
    },
    put: (items, replaces) => {
      if (replaces !== null) blocks.delete(replaces);
      blocks.set((items[0] as T).at, copy(items));
    },
    range: (from, to) =>
      starts()
        .flatMap((start) => blocks.get(start) as T[])
        .filter(({ at }) => at >= from && at < to),
  };
}
const packed = (buckets: readonly Bucket[]) => unpackBuckets(packBuckets(buckets));
const shelves = (): LevelStores => ({
  samples: shelf<Sample>((items) => [...items]),
  minutes: shelf<Bucket>(packed),
  hours: shelf<Bucket>(packed),
});

interface Asking extends Partial<SeriesQuery> {
  stored?: LevelStores;
  fresh?: readonly Sample[];
  now: number;
}
function ask({ stored = shelves(), fresh = [], now, ...query }: Asking) {
  const { timeZone = "UTC" } = query;
  const view = new SeriesView(stored, ordered(fresh), now);
  const whole = { source: { device: "d" }, key: "k", from: 0, to: now + 1 } as const;
  return amountsOf(
    view,
    { ...whole, resolution: "day", field: "increase", ...query },
    { now, periods: (period) => periodsOf(period, timeZone) },
  );
}
const valuesOf = ({ points }: ReturnType<typeof ask>) => points.map(([, value]) => value);

/** Monday of the week of a date, by the calendar of JavaScript in UTC. */
function mondayOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  return new Date(+day - ((day.getUTCDay() + 6) % 7) * DAY).toISOString().slice(0, 10);
}
const OF_PERIOD = {
  day: (date: string) => date,
  week: mondayOf,
  month: (date: string) => `${date.slice(0, 7)}-01`,
} as const;

function expectedSums(byDate: ReadonlyMap<string, number>, period: keyof typeof OF_PERIOD) {
  const sums = new Map<string, number>();
  for (const [date, amount] of byDate) {
    const bucket = OF_PERIOD[period](date);
    sums.set(bucket, (sums.get(bucket) ?? 0) + amount);
  }
  return new Map([...sums].map(([bucket, sum]) => [bucket, sum / 1000]));
}

describe.each([7, 11, 23])("the year of a meter with resets, gaps and both clock changes (%i)", (seed) => {
  const year = yearOfAMeter(seed);

  test("is a year as it should be", () => {
    const falls = year.samples.filter(({ value }, n) => value < (year.samples[n - 1]?.value ?? 0));
    expect(falls.length).toBeGreaterThan(5);
    expect(365 - year.byDate.size).toBeGreaterThan(5);
  });

  /** As it arrived, in time: minutes and samples of most of it are deleted. */
  function storedInTime(): LevelStores {
    const stored = shelves();
    for (let n = 0; n < year.samples.length; n += 777) {
      const batch = year.samples.slice(n, n + 777);
      fold(stored, batch, (batch.at(-1) as Sample).at);
    }
    return { ...shelves(), hours: stored.hours };
  }
  /** All of it sent at the end, in lists of a hundred, and part of it twice. */
  function storedLate(): LevelStores {
    const stored = shelves();
    const now = year.to + 60 * DAY;
    for (let n = 0; n < year.samples.length; n += 100) {
      fold(stored, year.samples.slice(n, n + 100), now);
      if (n % 700 === 0) fold(stored, year.samples.slice(n, n + 50), now);
    }
    return { ...shelves(), hours: stored.hours };
  }

  test.each([
    ["in time", storedInTime],
    ["late", storedLate],
  ])("that arrived %s has exact sums by day, week and month", (_, store) => {
    const stored = store();
    for (const period of ["day", "week", "month"] as const) {
      const answer = ask({
        stored,
        now: year.to + 60 * DAY,
        resolution: period,
        timeZone: "Europe/Berlin",
      });
      const sums = answer.points.flatMap(([at, value]) => (value === null ? [] : [[berlinDate(at), value]]));
      expect(new Map(sums as [string, number][])).toEqual(expectedSums(year.byDate, period));
      expect(answer).toMatchObject({ resolution: period, computed_from: "1h" });
    }
  });

  test("has a null for each day without a sample, and one bucket for the days of 23 and 25 hours", () => {
    const { points } = ask({ stored: storedInTime(), now: year.to, timeZone: "Europe/Berlin" });
    const dates = points.map(([at]) => berlinDate(at));
    const [first = "", last = ""] = [dates[0], dates.at(-1)];
    expect(dates).toHaveLength((Date.parse(last) - Date.parse(first)) / DAY + 1);
    const empty = points.filter(([, value]) => value === null).map(([at]) => berlinDate(at));
    expect(empty).toEqual(dates.filter((date) => !year.byDate.has(date)));
    const lengths = points.slice(1).map(([at], n) => (at - (points[n]?.[0] ?? 0)) / HOUR);
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([23, 25]);
    expect(lengths.filter((hours) => hours !== 24)).toHaveLength(2);
  });
});

// the samples of a minute grid, a value each
const at = (minutes: number, value: number): Sample => ({ at: DAY + minutes * MINUTE, value });
const NOW = 3 * DAY;

test.each<[string, Sample[], number[]]>([
  ["counts between samples", [at(0, 10), at(30, 12), at(90, 15)], [2, 3]],
  ["counts from zero after a fall", [at(0, 10), at(30, 12), at(60, 3), at(70, 4)], [2, 4]],
  ["restarts at midnight", [at(-10, 24), at(0, 0), at(30, 1.5)], [0, 1.5]],
  ["wraps at 2^16: a reset", [at(0, 65_530), at(10, 65_535), at(20, 4)], [9]],
  ["wraps at 2^32: a reset", [at(0, 4_294_967_290), at(70, 4)], [0, 4]],
  ["jumps back a little: a reset", [at(0, 10), at(10, 9.9)], [9.9]],
  ["falls twice within an hour", [at(0, 10), at(10, 2), at(20, 1), at(30, 5)], [2 + 1 + 4]],
  [
    "is below its value before the reset, and then above",
    [at(0, 1), at(10, 2), at(20, 0.5), at(30, 9)],
    [1 + 0.5 + 8.5],
  ],
  ["comes twice", [at(0, 1), at(10, 2), at(10, 2), at(0, 1)], [1]],
  ["comes out of order", [at(30, 3), at(0, 1), at(10, 2)], [2]],
  ["has one sample", [at(0, 10)], [0]],
  ["has the value 0", [at(0, 0), at(10, 0)], [0]],
])("a counter that %s", (_, samples, increases) => {
  for (const [n, resolution] of (["1h", "1d"] as const).entries()) {
    const values = valuesOf(ask({ fresh: samples, now: NOW, resolution }));
    if (n === 0) expect(values).toEqual(increases);
    expect(values.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBeCloseTo(
      increases.reduce((sum, value) => sum + value, 0),
      9,
    );
  }
});

test("what was added in a gap belongs to the bucket of the sample behind it, and the buckets between are null", () => {
  const samples = [at(0, 10), at(10, 11), at(190, 20)];
  expect(valuesOf(ask({ fresh: samples, now: NOW, resolution: "1h" }))).toEqual([1, null, null, 9]);
});

test("the sample before the range counts, also where it is stored in hours only", () => {
  const stored = shelves();
  fold(stored, [at(-300, 5)], DAY);
  const query = { from: DAY, to: 2 * DAY, now: NOW, resolution: "1h" } as const;
  expect(
    valuesOf(ask({ ...query, stored: { ...shelves(), hours: stored.hours }, fresh: [at(5, 7)] })),
  ).toEqual([2]);
  expect(valuesOf(ask({ ...query, stored, fresh: [at(5, 7)] }))).toEqual([2]);
  expect(valuesOf(ask({ ...query, fresh: [at(-1, 6), at(5, 7)] }))).toEqual([1]);
});

test("each sample, minute and hour has its part, and all of them are the same sum [F216]", () => {
  const sample = fc.record({
    minute: fc.integer({ min: 0, max: 3000 }),
    value: fc.integer({ min: 0, max: 800 }),
  });
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 60 }), fc.nat(60), (all, folded) => {
      const samples = all.map(({ minute, value }) => at(minute, value / 8));
      const stored = shelves();
      if (folded > 0) fold(stored, ordered(samples.slice(0, folded)), NOW);
      const plain = ordered(samples);
      const total = plain.slice(1).reduce((sum, { value }, n) => {
        const before = (plain[n] as Sample).value;
        return sum + (value < before ? value : value - before);
      }, 0);
      for (const resolution of ["raw", "1m", "1h", "1d", "day", "week", "month"] as const) {
        const { points } = ask({ stored, fresh: samples.slice(folded), now: NOW + 3 * DAY, resolution });
        expect(points.reduce((sum, [, value]) => sum + (value ?? 0), 0)).toBe(total);
      }
    }),
  );
});

test("days of a zone with half hours are exact while minutes are stored", () => {
  // midnight in Kolkata is 18:30 UTC
  const midnight = 1110;
  const samples = [at(midnight - 20, 1), at(midnight - 10, 2), at(midnight + 10, 4), at(midnight + 20, 8)];
  const query = { now: NOW, timeZone: "Asia/Kolkata" };
  expect(valuesOf(ask({ ...query, fresh: samples }))).toEqual([1, 6]);
  const stored = shelves();
  fold(stored, samples, NOW);
  expect(valuesOf(ask({ ...query, stored }))).toEqual([1, 6]);
  // of an hour alone the place is not known: it belongs where it ends
  expect(valuesOf(ask({ ...query, stored: { ...shelves(), hours: stored.hours } }))).toEqual([7]);
});

test("aggregates of days of a zone", () => {
  const fresh = [at(-90, 1), at(-30, 3), at(30, 8)];
  const fields = (["avg", "min", "max", "sum", "count", "last"] as const).map((field: QueriedField) =>
    valuesOf(ask({ fresh, now: NOW, field, timeZone: "Europe/Berlin" })),
  );
  expect(fields).toEqual([
    [1, 5.5],
    [1, 3],
    [1, 8],
    [1, 11],
    [1, 2],
    [1, 8],
  ]);
});

describe("the area below a power", () => {
  const area = (fresh: readonly Sample[], resolution: SeriesQuery["resolution"] = "1h") =>
    valuesOf(ask({ fresh, now: NOW, field: "integral", resolution }));

  test("is its average for the time between its samples", () => {
    const minutes = Array.from({ length: 181 }, (_, n) => at(n, 1000));
    expect(area(minutes).reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBeCloseTo(3000, 6);
    expect(area(minutes, "day")).toEqual([3000]);
    const ramp = Array.from({ length: 121 }, (_, n) => at(n, n));
    expect(area(ramp, "day")).toEqual([120]);
  });

  test("has nothing of a gap, and of rare samples all", () => {
    expect(area([at(0, 600), at(10, 600), at(200, 600), at(210, 600)], "day")).toEqual([200]);
    expect(area([at(0, 600), at(180, 600), at(360, 600)], "day")).toEqual([3600]);
    expect(area([at(0, 600)])).toEqual([0]);
  });

  test("is never finer than an hour", () => {
    expect(ask({ fresh: [at(0, 1)], now: NOW, field: "integral", resolution: "raw" }).resolution).toBe("1h");
  });
});

test("buckets of an earlier release have one reset at most", () => {
  const bucket = (hour: number, min: number, max: number, last: number): Bucket => ({
    at: DAY + hour * HOUR,
    count: 4,
    min,
    max,
    sum: 0,
    last,
  });
  const stored = shelves();
  stored.hours.put([bucket(0, 10, 12, 12), bucket(1, 1, 14, 3), bucket(2, 0, 2, 2)], null);
  expect(valuesOf(ask({ stored, now: NOW, resolution: "1h" }))).toEqual([2, 2 + 3, 2]);
});

test("a series of many years asks for what is stored, and a range backwards for nothing", () => {
  const fresh = [at(0, 1), at(10, 3)];
  expect(valuesOf(ask({ fresh, now: NOW, from: -1e15, to: 1e15, resolution: "month" }))).toEqual([2]);
  expect(ask({ fresh, now: NOW, from: 5, to: 5 }).points).toEqual([]);
  expect(ask({ now: NOW }).points).toEqual([]);
  const wide = [at(0, 1), at(5000, 2)];
  expect(ask({ fresh: wide, now: NOW + 9 * DAY, resolution: "1m" }).resolution).toBe("1h");
});

test("the span of a bucket is that of its samples, whatever they are combined with", () => {
  const samples = [at(0, 5), at(10, 7), at(20, 2), at(30, 4)];
  const [whole] = bucketsOf(samples, HOUR);
  const [late, early] = [bucketsOf(samples.slice(2), HOUR), bucketsOf(samples.slice(0, 2), HOUR)];
  for (const parts of [
    [...early, ...late],
    [...late, ...early],
  ])
    expect(bucketsOf(parts, HOUR)[0]?.span).toEqual(whole?.span);
  expect(
    bucketsOf([...bucketsOf(samples, HOUR), ...bucketsOf(samples.slice(1, 3), HOUR)], HOUR)[0]?.span,
  ).toEqual(whole?.span);
  expect(unpackBuckets(packBuckets(bucketsOf(samples, HOUR)))).toEqual(bucketsOf(samples, HOUR));
});
