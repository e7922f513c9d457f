/** A file that needs scrolling and a function that needs folding each miss a noun. */

import { expect, it } from "vitest";
import { type FunctionSize, type Source, sources } from "./sources.ts";

/** Lines of files: half of them, nine of ten, all. */
const FILES = { median: 70, ninetieth: 180, most: 250 };
/** The same of functions that are longer than a line; those with markup may have more. */
const FUNCTIONS = { median: 12, ninetieth: 40, most: 50, withMarkup: 100 };
/** In the hub, where most of what happens meets. */
const MOST_IN_HUB = 40;

/** Tables and generated files: long, but read one row at a time. */
const TABLES = [
  "broker/storage/migrations.ts",
  "web/src/routeTree.gen.ts",
  "worker/contract/endpoints.ts",
  /^test\/support\/golden\/rows-/,
  /^test\/conformance\/mqtt-/,
] as const;
const isTable = ({ file }: Source) =>
  TABLES.some((table) => (typeof table === "string" ? table === file : table.test(file)));

const written = sources.filter((source) => !isTable(source));
const product = written.filter(({ file }) => !file.startsWith("test/"));

/** The one that this share of them does not exceed. */
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

it(`has no file over ${FILES.most} lines`, () => {
  const long = written.filter(({ lines }) => lines > FILES.most);
  expect(long.map(({ file, lines }) => `${file}: ${lines} lines`)).toEqual([]);
});

it(`has files of at most ${FILES.median} lines in the median, and ${FILES.ninetieth} at the ninetieth percentile`, () => {
  const lines = product.map((source) => source.lines);
  expect(quantile(lines, 0.5)).toBeLessThanOrEqual(FILES.median);
  expect(quantile(lines, 0.9)).toBeLessThanOrEqual(FILES.ninetieth);
});

it(`has no function over ${FUNCTIONS.most} lines, or ${FUNCTIONS.withMarkup} with markup`, () => {
  expect(longer(written, (_, { jsx }) => (jsx ? FUNCTIONS.withMarkup : FUNCTIONS.most))).toEqual([]);
});

it(`has no function over ${MOST_IN_HUB} lines in the hub`, () => {
  expect(longer(written, (file) => (file.startsWith("broker/hub") ? MOST_IN_HUB : Infinity))).toEqual([]);
});

it(`has functions of at most ${FUNCTIONS.median} lines in the median, and ${FUNCTIONS.ninetieth} at the ninetieth percentile`, () => {
  const lines = product.flatMap(({ functions }) =>
    functions.map((size) => size.lines).filter((each) => each > 1),
  );
  expect(quantile(lines, 0.5)).toBeLessThanOrEqual(FUNCTIONS.median);
  expect(quantile(lines, 0.9)).toBeLessThanOrEqual(FUNCTIONS.ninetieth);
});
