import { expect, it } from "vitest";
import { csvOf } from "../../../../web/src/features/values/sources.ts";

const at = (minute: number) => new Date(2026, 10, 22, 13, minute, 9).getTime();
const utc = (minute: number) => new Date(at(minute)).toISOString();

it("has every value in a column with its unit, and a row for each moment", () => {
  const text = csvOf(
    [
      {
        name: "temperature",
        unit: "°C",
        points: [
          [at(1), 21.5],
          [at(3), null],
        ],
      },
      {
        name: "soil, moisture",
        unit: null,
        points: [
          [at(2), 38],
          [at(1), 40],
        ],
      },
    ],
    "Europe/Berlin",
  );
  expect(text).toBe(
    'Time (Europe/Berlin),Time (UTC),temperature (°C),"soil, moisture"\r\n' +
      `2026-11-22 13:01:09,${utc(1)},21.5,40\r\n` +
      `2026-11-22 13:02:09,${utc(2)},,38\r\n` +
      `2026-11-22 13:03:09,${utc(3)},,\r\n`,
  );
});

it.each([
  ["=1+1", "'=1+1"],
  ['=1,"2"', `"'=1,""2"""`],
  ["@sum", "'@sum"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["\t=1", "'\t=1"],
  ["\r=1", `"'\r=1"`],
  ["=1\r\n=2", `"'=1\r\n=2"`],
])("a name is no formula: %j", (name, title) => {
  expect(csvOf([{ name, unit: null, points: [] }], "UTC")).toBe(`Time (UTC),Time (UTC),${title}\r\n`);
});

it.each([
  ['3" pipe', '"3"" pipe"'],
  ['"', '""""'],
  ["first\nsecond", '"first\nsecond"'],
  ["first\rsecond", '"first\rsecond"'],
  ["a;b", "a;b"],
])("a name with quotes or line breaks stays one cell: %j", (name, title) => {
  const unit = '"';
  expect(csvOf([{ name, unit: null, points: [] }], "UTC")).toBe(`Time (UTC),Time (UTC),${title}\r\n`);
  expect(csvOf([{ name: "n", unit, points: [] }], "UTC")).toBe('Time (UTC),Time (UTC),"n ("")"\r\n');
});
