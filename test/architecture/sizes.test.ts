/** Bounds on the lengths of files and functions. A file has the length of its subject, a function does one thing. */

import { expect, it } from "vitest";
import { squeezedLiterals } from "./grain.ts";
import { type FunctionSize, type Source, sources } from "./sources.ts";

const MAX_FILE_LINES = 350;
/**
 * Lines of functions longer than a line: the median, the ninetieth percentile, the maximum. Those with markup may have
 * more.
 */
const FUNCTIONS = { median: 12, ninetieth: 40, most: 50, withMarkup: 100 };

/** Tables: long, but read one row at a time. */
const TABLES = [
  "broker/contract/limits.ts",
  "broker/storage/migrations.ts",
  "worker/db/schema.ts",
  /^test\/support\/golden\/rows-/,
  /^test\/conformance\/mqtt-/,
] as const;
const isTable = ({ file }: Source) =>
  TABLES.some((table) => (typeof table === "string" ? table === file : table.test(file)));

const written = sources.filter((source) => !isTable(source));
const product = written.filter(({ file }) => !file.startsWith("test/"));

/** Returns the size that this share of the sizes does not exceed. */
function quantile(sizes: number[], share: number): number {
  const ordered = sizes.toSorted((a, b) => a - b);
  return ordered[Math.floor(ordered.length * share)] ?? 0;
}

const longer = (among: Source[], most: (file: string, size: FunctionSize) => number): string[] =>
  among.flatMap(({ file, functions }) =>
    functions
      .filter((size) => !size.suite && size.lines > most(file, size))
      .map(({ line, lines }) => `${file}:${line}: ${lines} lines`),
  );

it(`has no file over ${MAX_FILE_LINES} lines`, () => {
  const long = written.filter(({ lines }) => lines > MAX_FILE_LINES);
  expect(long.map(({ file, lines }) => `${file}: ${lines} lines`)).toEqual([]);
});

it(`has no function over ${FUNCTIONS.most} lines, or ${FUNCTIONS.withMarkup} with markup`, () => {
  expect(longer(written, (_, { jsx }) => (jsx ? FUNCTIONS.withMarkup : FUNCTIONS.most))).toEqual([]);
});

it(`has functions of ${FUNCTIONS.median} lines in the median, ${FUNCTIONS.ninetieth} at the ninetieth percentile`, () => {
  const lengths = product
    .flatMap(({ functions }) => functions.map(({ lines }) => lines))
    .filter((n) => n > 1);
  expect(quantile(lengths, 0.5)).toBeLessThanOrEqual(FUNCTIONS.median);
  expect(quantile(lengths, 0.9)).toBeLessThanOrEqual(FUNCTIONS.ninetieth);
});

it("spreads no literal into a literal, which only keeps fields on one line", () => {
  expect(squeezedLiterals).toEqual([]);
});
