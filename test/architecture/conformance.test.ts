/** Every statement of the standards has a test or a reason, and the generated table is up to date. */

import { expect, it } from "vitest";
import {
  type Mention,
  mentionsInCode,
  mentionsInPackets,
  mentionsInTests,
  render,
  rowsOf,
  STANDARDS,
  STATEMENTS,
  type StatementRow,
} from "../conformance/table.ts";
import { files, textOf } from "./sources.ts";

const code = files
  .filter((file) => file.startsWith("broker/") && file.endsWith(".ts"))
  .flatMap((file) => mentionsInCode(file.slice("broker/".length), textOf(file)));
const tests = [
  ...files
    .filter((file) => file.startsWith("test/unit/") && file.endsWith(".test.ts"))
    .flatMap((file) =>
      mentionsInTests(file.replace(/^test\/unit\//, "").replace(/\.test\.ts$/, ""), textOf(file)),
    ),
  ...mentionsInPackets(),
];
const rows = Object.fromEntries(
  STANDARDS.map((standard) => [standard, rowsOf(standard, code, tests)]),
) as Record<(typeof STANDARDS)[number], StatementRow[]>;

it.each(STANDARDS)("lists MQTT %s without a gap", (standard) => {
  const numbers = STATEMENTS[standard].map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  const gaps = numbers.filter((number) => {
    const [section, last] = number.split("-") as [string, string];
    // MQTT 5 itself has no 2.2.1-1
    return Number(last) > 1 && number !== "2.2.1-2" && !numbers.includes(`${section}-${Number(last) - 1}`);
  });
  expect(gaps).toEqual([]);
});

it("has all 141 statements of MQTT 3.1.1 and all 251 of MQTT 5", () => {
  expect([STATEMENTS["3.1.1"].length, STATEMENTS["5"].length]).toEqual([141, 251]);
});

it("has no test of a statement that does not exist", () => {
  const exists = ({ standard, number }: Mention): boolean =>
    STATEMENTS[standard].some((each) => each.number === number);
  expect([...code, ...tests].filter((each) => !exists(each))).toEqual([]);
});

it.each(STANDARDS)(
  "tests every statement of MQTT %s that binds a server, or gives the reason why it cannot",
  (standard) => {
    const missing = rows[standard].filter(
      ({ binds, tests, excuse }) => binds !== "client" && tests.length === 0 && excuse === null,
    );
    expect(missing.map(({ number, asks }) => `${number} ${asks}`)).toEqual([]);
  },
);

it.each(STANDARDS)("has no excuse in MQTT %s for a statement that a test proves", (standard) => {
  expect(rows[standard].filter(({ excuse, tests }) => excuse !== null && tests.length > 0)).toEqual([]);
});

it("has an up-to-date table", async () => {
  await expect(render(rows)).toMatchFileSnapshot("../conformance.md");
});
