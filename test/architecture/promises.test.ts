/** Every threat and fault has a test that proves its defence, and the generated tables list it. */

import { describe, expect, it } from "vitest";
import { BROKER_LIMITS } from "../../broker/contract/limits.ts";
import { API_LIMITS } from "../../worker/contract/api-limits.ts";
import { FAULTS, NO_FAULT } from "../promises/faults.ts";
import { render, rowsOf, tagsIn } from "../promises/table.ts";
import { NO_THREAT, THREATS } from "../promises/threats.ts";
import { files, textOf } from "./sources.ts";

const tags = files
  .filter((file) => /^test\/.*\.tsx?$/.test(file) && !/^test\/(promises|architecture\/promises)/.test(file))
  .flatMap((file) => tagsIn(file.replace(/^test\//, "").replace(/(\.test)?\.tsx?$/, ""), textOf(file)));

const PAGES = [
  {
    file: "../threats.md",
    page: {
      title: "Threats",
      about:
        "Who might attack what, and what stands against it: **V** an anonymous visitor, **A** another account, **C** the holder of a credential, **T** a thief of a token or key, **X** a script in a page, **O** somebody who reads the database, **S** the supply chain. That a test fails without what stands against it was seen by taking it away, for T1, T2, T3, T21 and T24.",
      heads: ["", "who", "does what", "what stands against it", "proven by"],
    },
    rows: rowsOf(THREATS, tags, NO_THREAT),
    count: 40,
  },
  {
    file: "../faults.md",
    page: {
      title: "Faults",
      about: "What may go wrong, and what is left afterwards.",
      heads: ["", "what goes wrong", "what is left", "proven by"],
    },
    rows: rowsOf(FAULTS, tags, NO_FAULT),
    count: 44,
  },
] as const;

describe.each(PAGES)("$page.title", ({ file, page, rows, count }) => {
  it("has rows in the order of their numbers, each once, without lost numbers", () => {
    const numbers = rows.map(({ number }) => Number(number.slice(1)));
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(numbers.slice(0, count)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  });

  it("has a test, or a reason why none is possible, for each row", () => {
    const missing = rows.filter(({ tests, excuse }) => tests.length === 0 && excuse === null);
    expect(missing.map(({ number, what }) => `${number} ${what}`)).toEqual([]);
  });

  it("has no excuse for a row that a test proves", () => {
    expect(rows.filter(({ tests, excuse }) => tests.length > 0 && excuse !== null)).toEqual([]);
  });

  it("has an up-to-date table", async () => {
    await expect(render(page, rows)).toMatchFileSnapshot(file);
  });
});

it("has no test of a row that does not exist", () => {
  const known = new Set([...THREATS, ...FAULTS].map(({ number }) => number));
  expect(tags.filter(({ number }) => !known.has(number))).toEqual([]);
});

it("counts the titles of tests that run, and no other text", () => {
  const titles = [
    'it("a [T1]", () => {});',
    'test.each(ROWS)(\n  "b [T2]", run);',
    'it.skip("c [T3]", run);',
    'const words = "d [T4]";',
    '// "e [T5]"',
    'expect("f [T6]").toBe(text);',
    'const ROWS = [["g [T7]", 1]];',
  ];
  expect(titles.flatMap((text) => tagsIn("x", text)).map(({ number }) => number)).toEqual(["T1", "T2", "T7"]);
});

it("names every limit in a test", () => {
  const tests = files
    .filter((file) => file.startsWith("test/unit/") && file.endsWith(".test.ts"))
    .map(textOf);
  const limits = Object.keys({ ...BROKER_LIMITS, ...API_LIMITS });
  expect(limits.filter((name) => !tests.some((text) => text.includes(name)))).toEqual([]);
});

it("names only test files that exist in the table of kinds", () => {
  const named = textOf("test/promises/kinds.md").matchAll(/`((?:unit|integration)\/[\w/-]+)`/g);
  const paths = [...named].map(([, path]) => `test/${path}.test.ts`);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !files.includes(path))).toEqual([]);
});
