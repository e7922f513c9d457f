/** Bounds on the lengths of files and functions. */

import { expect, it } from "vitest";
import { type FunctionSize, type Source, sources } from "./sources.ts";

/** Lines of files: the median, the ninetieth percentile, the maximum. */
const FILES = { median: 75, ninetieth: 180, most: 250 };
/** The median of all files of the product. */
const LOWER_MEDIAN = 70;
/** The same for functions longer than a line; those with markup may have more. */
const FUNCTIONS = { median: 12, ninetieth: 40, most: 50, withMarkup: 100 };
/** The maximum in the hub, the most entangled part. */
const MOST_IN_HUB = 40;

/** Tables: long, but read one row at a time. */
const TABLES = [
  "broker/storage/migrations.ts",
  "worker/contract/endpoints.ts",
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

it(`has no file over ${FILES.most} lines`, () => {
  const long = written.filter(({ lines }) => lines > FILES.most);
  expect(long.map(({ file, lines }) => `${file}: ${lines} lines`)).toEqual([]);
});

it(`has no function over ${FUNCTIONS.most} lines, or ${FUNCTIONS.withMarkup} with markup`, () => {
  expect(longer(written, (_, { jsx }) => (jsx ? FUNCTIONS.withMarkup : FUNCTIONS.most))).toEqual([]);
});

it(`has no function over ${MOST_IN_HUB} lines in the hub`, () => {
  expect(longer(written, (file) => (file.startsWith("broker/hub") ? MOST_IN_HUB : Infinity))).toEqual([]);
});

/** Sizes of a group of files, to compare with the bounds. Functions of one line do not count. */
function measures(group: Source[]): Record<string, [size: number, bound: number]> {
  const files = group.map(({ lines }) => lines);
  const functions = group
    .flatMap((source) => source.functions.map(({ lines }) => lines))
    .filter((n) => n > 1);
  return {
    "files in the median": [quantile(files, 0.5), FILES.median],
    "files at the ninetieth percentile": [quantile(files, 0.9), FILES.ninetieth],
    "functions in the median": [quantile(functions, 0.5), FUNCTIONS.median],
    "functions at the ninetieth percentile": [quantile(functions, 0.9), FUNCTIONS.ninetieth],
  };
}

/** `broker/hub` is measured with `broker` and on its own. */
const ROOMS = ["broker", "broker/hub", "worker", "web/src"];

/** Bounds that a folder exceeds today. Rows are only removed. */
const EXCEEDED = [
  "broker: files in the median",
  "broker: files at the ninetieth percentile",
  "broker/hub: files in the median",
  "broker/hub: files at the ninetieth percentile",
];

it("keeps the median and the ninetieth percentile of files and functions in each folder", () => {
  const exceeded = ROOMS.flatMap((room) => {
    const group = product.filter(({ file }) => file.startsWith(`${room}/`));
    const over = Object.entries(measures(group)).filter(([, [size, bound]]) => size > bound);
    return over.map(([measure]) => `${room}: ${measure}`);
  });
  expect(exceeded).toEqual(EXCEEDED);
});

it("keeps them in the product as a whole, with a lower median of files", () => {
  const { "files in the median": files, ...others } = measures(product);
  expect(files?.[0]).toBeLessThanOrEqual(LOWER_MEDIAN);
  for (const [size, bound] of Object.values(others)) expect(size).toBeLessThanOrEqual(bound);
});
