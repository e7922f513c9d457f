import { expect, it } from "vitest";
import { readFigures } from "../../../../web/src/devices/series/read.ts";
import { RESOLUTION_MS, type Resolution } from "../../../../web/src/devices/series/resolution.ts";
import { chartOf, rangeText } from "../../../../web/src/guest/chart.ts";
import type { Day } from "../../../../web/src/guest/history.ts";
import { wordsFor } from "../../../../web/src/guest/texts.ts";
import type { Series } from "../../../../worker/contract/series.ts";

const HOUR = 3_600_000;
/** The full hour before the tests' time. */
const TOP = Date.parse("2026-11-27T12:00:00Z");
const NOW = TOP + HOUR / 2;
const WORDS = wordsFor(["en"]);
type Sample = readonly [at: number, value: number];

const FIELDS = {
  avg: (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length,
  min: (values: number[]) => Math.min(...values),
  max: (values: number[]) => Math.max(...values),
};

/** Answers as the server does: samples, or a field of each bucket. */
function server(samples: readonly Sample[], auto: Resolution) {
  return async ({
    resolution = auto,
    field = "avg",
  }: {
    resolution?: Resolution;
    field?: "min" | "max" | "avg";
  }) => {
    const buckets = new Map<number, number[]>();
    for (const [at, value] of samples) {
      const start = resolution === "raw" ? at : at - (at % RESOLUTION_MS[resolution]);
      buckets.set(start, [...(buckets.get(start) ?? []), value]);
    }
    const points = [...buckets].map(([at, values]): [string, number] => [
      new Date(at).toISOString(),
      FIELDS[field](values),
    ]);
    return { key: "power", name: null, unit: "W", resolution, points } satisfies Series;
  };
}

async function dayOf(
  samples: readonly Sample[],
  auto: Resolution,
  fixed: Resolution | null = null,
): Promise<Day> {
  const { figures } = await readFigures(server(samples, auto), fixed);
  return { figures, samples: [] };
}

const range = (day: Day, unit: string | null = "W") => {
  const chart = chartOf(day, NOW);
  return chart && rangeText(chart, { value: 20, unit }, WORDS);
};

const PEAK: Sample[] = [20, 22, 10, 10, 2_400, 10, 10, 10, 21, 20].map((value, at) => [
  TOP + at * 1_000 + (at < 2 ? 0 : at < 8 ? 60_000 : 120_000),
  value,
]);

it.each<[Resolution, Resolution | null]>([
  ["raw", null],
  ["1m", null],
  ["1m", "1h"],
])("the day's lowest and highest are measured values, read as %s or %s", async (auto, fixed) => {
  expect(range(await dayOf(PEAK, auto, fixed))).toBe("Last 24 hours: 10 – 2,400\u00a0W");
});

it("a received value is among the extremes, and one that is older than a day is not", async () => {
  const day = await dayOf(
    [
      [NOW - 25 * HOUR, -5],
      [NOW - HOUR, 7],
    ],
    "raw",
  );
  expect(range({ ...day, samples: [[NOW, 9]] })).toBe("Last 24 hours: 7 – 9\u00a0W");
  expect(range({ ...day, samples: [] }, null)).toBe("Last 24 hours: 7");
  expect(range(await dayOf([], "raw"))).toBeNull();
});

const EVERY_THREE_HOURS: Sample[] = Array.from({ length: 8 }, (_, at) => [
  NOW - (7 - at) * 3 * HOUR,
  50 + at,
]);

it.each<Resolution>(["raw", "1m", "1h"])(
  "a value every three hours is one line, read as %s",
  async (resolution) => {
    const chart = chartOf(await dayOf(EVERY_THREE_HOURS, resolution), NOW);
    expect(chart?.spark.path.match(/M/g)).toHaveLength(1);
    expect(chart?.spark.path.match(/L/g)).toHaveLength(7);
  },
);

it("a single value between two gaps is a dot", async () => {
  const minutes: Sample[] = [0, 1, 2, 3, 200, 400, 401, 402].map((at) => [
    NOW - 500 * 60_000 + at * 60_000,
    at,
  ]);
  const chart = chartOf(await dayOf(minutes, "raw"), NOW);
  expect(chart?.spark.path.match(/M/g)).toHaveLength(3);
  expect(chart?.spark.dots).toHaveLength(2);
});

it("a day with one value is a dot, with the number", async () => {
  const day = await dayOf([[NOW - HOUR, 21]], "raw");
  expect(chartOf(day, NOW)?.spark.dots).toHaveLength(1);
  expect(range(day)).toBe("Last 24 hours: 21\u00a0W");
});
