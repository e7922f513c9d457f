/** A list of samples as one message: its entries by time, and why the others are refused. */

import { expect, test } from "vitest";
import { isMistake } from "../../../../broker/contract/mistake.ts";
import { listMistake, sampleListOf, timedValues } from "../../../../broker/history/sample-list.ts";
import { isList } from "../../../../broker/session/message.ts";

const NOW = Date.UTC(2026, 5, 1);
const YEARS = 3 * 365 * 86_400_000;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(list: unknown, most = 100) {
  const payload = bytes(typeof list === "string" ? list : JSON.stringify(list));
  expect(isList(payload)).toBe(true);
  return sampleListOf(payload, { now: NOW, most });
}
function entriesOf(list: unknown) {
  const reading = read(list);
  if (isMistake(reading)) throw new Error(reading.reason);
  const { entries, refused } = reading;
  return {
    kept: entries.map(({ index, at, values }) => [index, at === null ? null : at - NOW, ...values.flat()]),
    refused: refused.map(({ index, key, reason }) => [index, key ?? null, reason]),
  };
}

test("entries are in the order of their times, those of the present and equal times as they were sent", () => {
  expect(
    entriesOf([
      { t: 1 },
      { ts: -5, t: 2 },
      { ts: NOW - 9, t: 3 },
      { ts: NOW + 7, t: 4 },
      { ts: -5, t: 5 },
      { t: 6 },
    ]),
  ).toEqual({
    kept: [
      [2, -9, "t", 3],
      [1, -5, "t", 2],
      [4, -5, "t", 5],
      [0, null, "t", 1],
      [5, null, "t", 6],
      [3, 7, "t", 4],
    ],
    refused: [],
  });
});

test("an age of 0, also behind a minus, is the arrival, and a fraction of a millisecond is rounded down", () => {
  expect(entriesOf(' \n[{"ts":-0,"t":1},{"ts":-0.5,"t":2},{"ts":0,"s":"x"}]').kept).toEqual([
    [1, -1, "t", 2],
    [0, null, "t", 1],
    [2, null, "s", "x"],
  ]);
});

test.each<[string, unknown, string | null, string]>([
  ["a number", 5, null, "It is a number, not an object."],
  ["a list", [{ t: 1 }], null, "It is a list, not an object."],
  ["null", null, null, "It is null, not an object."],
  ["a wrong value", { t: null }, "t", "`t` is null"],
  ["a wrong key", { "a b": 1 }, "a b", "has a space"],
  ["two levels", { a: { b: { c: 1 } } }, "a.b", "an object inside another one"],
  ["a time in text", { ts: "now", t: 1 }, "ts", "ts is a text"],
  ["a time beyond all times", { ts: -9e15, t: 1 }, "ts", "ts is `-9000000000000000`"],
  ["an age of three years", { ts: -YEARS, t: 1 }, "ts", "more than two years ago"],
  ["an age before 1970", { ts: -8.6e15, t: 1 }, "ts", "more than two years ago"],
  ["a time of tomorrow", { ts: NOW + 86_400_000, t: 1 }, "ts", "ahead"],
])("one entry that is %s leaves the others", (_, wrong, key, reason) => {
  const { kept, refused } = entriesOf([{ t: 1 }, wrong, { ts: -1, t: 2 }]);
  expect(kept.map(([index]) => index)).toEqual([2, 0]);
  expect(refused).toEqual([[1, key, expect.stringContaining(reason)]]);
});

test.each<[string, unknown, number, string]>([
  ["none", [], 100, "1 to 100 samples (MAX_SAMPLES_A_MESSAGE), this one has 0"],
  ["101", Array.from({ length: 101 }, () => ({ t: 1 })), 100, "this one has 101"],
  ["three of two", [{}, {}, {}], 2, "1 to 2 samples"],
  ["no end", '[{"t":1}', 100, "ends after byte 8"],
  ["NaN, as boards write it", '[{"t":nan}]', 100, "`nan` is not JSON"],
  ["too many bytes", [{ t: "x".repeat(300_000) }], 100, "up to 262144 are read"],
])("a list of %s is refused as a whole", (_, list, most, reason) => {
  expect(read(list, most)).toMatchObject({ reason: expect.stringContaining(reason) });
});

test("a hundred entries of 32 values are read", () => {
  const entry = Object.fromEntries(Array.from({ length: 32 }, (_, n) => [`value_${n}`, 1000.5 + n]));
  expect(entriesOf(Array.from({ length: 100 }, (_, n) => ({ ts: -n, ...entry }))).kept).toHaveLength(100);
});

test("all wrong entries are one mistake with the first index and their number", () => {
  const refused = [
    { index: 7, reason: "b.", remedy: null },
    { index: 2, reason: "a.", remedy: "Do c.", key: "k" },
    { index: 7, reason: "d.", remedy: null },
  ];
  expect(listMistake(refused, 9)).toEqual({
    reason: "Of 9 samples in the list 2 cannot be stored, the first with the index 2: a.",
    remedy: "Do c.",
    key: "k",
  });
  expect(listMistake([], 9)).toBeNull();
});

test("only the newest value of a key is of the present, and none that is older than ten minutes", () => {
  const reading = read([
    { ts: -2000, t: 1, h: 2 },
    { ts: -1000, t: 3 },
    { ts: -3_600_000, old: 4 },
  ]);
  if (isMistake(reading)) throw new Error(reading.reason);
  const timed = [...timedValues(reading.entries, NOW)].map(([key, values]) => [
    key,
    ...values.map(({ value, isPast }) => [value, isPast]),
  ]);
  expect(timed).toEqual([
    ["old", [4, true]],
    ["t", [1, true], [3, false]],
    ["h", [2, false]],
  ]);
});
