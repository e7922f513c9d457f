/** A file that needs scrolling and a function that needs folding each miss a noun. */

import { expect, it } from "vitest";
import { sources } from "./sources.ts";

const MAX_FILE = 250;
const MAX_FUNCTION = 50;
const MAX_JSX = 100;

/** Tables and generated files: long, but read one row at a time. */
const TABLES = [
  "web/src/routeTree.gen.ts",
  "worker/contract/endpoints.ts",
  /^test\/support\/golden\/rows-/,
  "test/conformance/mqtt-5.ts",
  /^test\/conformance\/mqtt-/,
] as const;
const isTable = (file: string) =>
  TABLES.some((table) => (typeof table === "string" ? table === file : table.test(file)));

it(`has no file over ${MAX_FILE} lines`, () => {
  const long = sources.filter(({ file, lines }) => lines > MAX_FILE && !isTable(file));
  expect(long.map(({ file, lines }) => `${file}: ${lines} lines`)).toEqual([]);
});

it(`has no function over ${MAX_FUNCTION} lines, or ${MAX_JSX} with markup`, () => {
  const long = sources
    // The callbacks of `describe` are lists of tests, not functions that anyone has to follow.
    .filter(({ file }) => !isTable(file) && !file.startsWith("test/"))
    .flatMap(({ file, functions }) =>
      functions
        .filter(({ lines, jsx }) => lines > (jsx ? MAX_JSX : MAX_FUNCTION))
        .map(({ line, lines }) => `${file}:${line}: ${lines} lines`),
    );
  expect(long).toEqual([]);
});

it("has files of about 70 lines in the median", () => {
  const lines = sources
    .filter(({ file }) => !file.startsWith("test/"))
    .map((source) => source.lines)
    .sort((a, b) => a - b);
  expect(lines[Math.floor(lines.length / 2)]).toBeLessThanOrEqual(85);
});
