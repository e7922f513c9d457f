/** Columns return the numbers that were written, and slowly changing numbers are small. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ByteReader } from "../../../../broker/history/bytes.ts";
import {
  bytesOf,
  readNumbers,
  readTimes,
  writeNumbers,
  writeTimes,
} from "../../../../broker/history/columns.ts";
import {
  packBuckets,
  packSamples,
  unpackBuckets,
  unpackSamples,
} from "../../../../broker/history/samples.ts";

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((each) => !Object.is(each, -0)),
  fc.integer({ min: -2000, max: 2000 }).map((each) => each / 10),
  fc.integer(),
  fc.maxSafeInteger(),
);
const time = fc.integer({ min: 0, max: 4e12 });

describe("a column", () => {
  test("of numbers returns every bit", () => {
    fc.assert(
      fc.property(fc.array(number), (numbers) => {
        const bytes = bytesOf((to) => writeNumbers(to, numbers));
        expect(readNumbers(new ByteReader(bytes), numbers.length)).toEqual(numbers);
      }),
      { numRuns: 2000 },
    );
  });

  test("of times returns them in any order", () => {
    fc.assert(
      fc.property(fc.array(time), (times) => {
        const bytes = bytesOf((to) => writeTimes(to, times));
        expect(readTimes(new ByteReader(bytes), times.length)).toEqual(times);
      }),
    );
  });
});

test("of blocks returns samples and buckets", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ at: time, value: number })), (samples) => {
      expect(unpackSamples(packSamples(samples))).toEqual(samples);
      const buckets = samples.map(({ at, value }) => ({
        at,
        count: 1,
        min: value,
        max: value,
        sum: value,
        last: value,
      }));
      expect(unpackBuckets(packBuckets(buckets))).toEqual(buckets);
    }),
  );
});

/** The same random walk for all tests. */
function walk(steps: number, scale: number, jitter: number) {
  let [seed, value, at] = [7, 215, 1.7e12];
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: steps }, () => {
    value += Math.round(random() * 4 - 2);
    at += 10_000 + Math.round((random() - 0.5) * jitter);
    return { at, value: value / scale };
  });
}

test("takes at most 4 bytes a sample with its time for slowly changing numbers", () => {
  const sizes = [
    walk(1024, 10, 0),
    walk(1024, 10, 40),
    walk(1024, 10, 400),
    walk(1024, 100, 100),
    walk(1024, 1, 100),
  ].map((samples) => packSamples(samples).length / samples.length);
  expect(sizes.sort((a, b) => a - b)[2]).toBeLessThan(3);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
});
