import fc from "fast-check";
import { expect, it } from "vitest";
import {
  above,
  isWithin,
  keyOf,
  nodeOf,
  openedWith,
  rowsOf,
  sortedKeys,
  topicOf,
} from "../../../../web/src/features/topics/tree.ts";

const all = (topics: readonly string[], max = 10_000) => rowsOf(sortedKeys(topics), () => true, max);

it("has each topic once below its levels, also where a sibling sorts between a topic and its children", () => {
  const rows = all(["a", "a-b", "a/b", "a/b/c", "b//d", "/x"]);
  expect(rows.map(({ topic, level, below, isMessage }) => [topic, level, below, isMessage])).toEqual([
    ["", 1, 1, false],
    ["/x", 2, 0, true],
    ["a", 1, 2, true],
    ["a/b", 2, 1, true],
    ["a/b/c", 3, 0, true],
    ["a-b", 1, 0, true],
    ["b", 1, 1, false],
    ["b/", 2, 1, false],
    ["b//d", 3, 0, true],
  ]);
});

it("counts the place of each row among its siblings, which a screen reader says", () => {
  const rows = all(["a/1", "a/2", "a/3", "b"]);
  expect(rows.map(({ name, position, siblings }) => `${name} ${position}/${siblings}`)).toEqual([
    "a 1/2",
    "1 1/3",
    "2 2/3",
    "3 3/3",
    "b 2/2",
  ]);
});

const level = fc.oneof(
  fc.constantFrom("", "a", "b", "a-b", "$x", "\u0001", "\ud83d\ude00"),
  fc.string({ maxLength: 3 }),
);
const topic = fc
  .array(
    level.map((text) => text.replace(/[/\0]/g, "")),
    { minLength: 1, maxLength: 6 },
  )
  .map((levels) => levels.join("/"));

it("shows every set of topics exactly, with right sums", () => {
  fc.assert(
    fc.property(fc.uniqueArray(topic, { maxLength: 40 }), (topics) => {
      const rows = all(topics);
      const shown = rows.filter(({ isMessage }) => isMessage).map((row) => row.topic);
      expect(shown.toSorted()).toEqual(topics.toSorted());
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
      for (const row of rows) {
        const below = topics.filter((each) => each.startsWith(`${row.topic}/`));
        expect([row.topic, row.below]).toEqual([row.topic, below.length]);
        expect(topicOf(row.key)).toBe(row.topic);
        expect(row.isOpen).toBe(below.length === 0 ? null : true);
      }
    }),
  );
});

it("makes rows of open nodes only, and at most as many as are asked for", () => {
  const keys = sortedKeys(Array.from({ length: 10_000 }, (_, at) => `site/${at % 10}/${at}`));
  expect(rowsOf(keys, () => false, 100)).toMatchObject([{ topic: "site", below: 10_000, isOpen: false }]);
  expect(rowsOf(keys, (key) => key === "site", 100)).toHaveLength(11);
  expect(rowsOf(keys, () => true, 100)).toHaveLength(100);
});

it("opens a topic of 500 levels with one press, without a stack that deep", () => {
  const deep = Array.from({ length: 500 }, (_, at) => `l${at}`).join("/");
  const keys = sortedKeys([deep, "other"]);
  const opened = new Set(openedWith(keys, "l0"));
  expect(opened.size).toBe(499);
  const rows = rowsOf(keys, (key) => opened.has(key), 1000);
  expect(rows.at(-2)).toMatchObject({ topic: deep, level: 500, isMessage: true });
  expect(above(keyOf(deep))).toHaveLength(499);
});

it("stops opening where a level has a message or a sibling", () => {
  const keys = sortedKeys(["a/b/c/d", "a/b/c/e", "x/y", "x/y/z"]);
  expect(openedWith(keys, "a").map(topicOf)).toEqual(["a", "a/b", "a/b/c"]);
  expect(openedWith(keys, "x").map(topicOf)).toEqual(["x"]);
});

it("says what is on a topic and below it", () => {
  const keys = sortedKeys(["a", "a/b", "a-c"]);
  expect(nodeOf(keys, "a")).toMatchObject({ isMessage: true, below: 1 });
  expect(nodeOf(keys, "a-c")).toMatchObject({ isMessage: true, below: 0 });
  expect(nodeOf(keys, "a/x")).toBeNull();
  expect([isWithin("a", "a"), isWithin("a/b", "a"), isWithin("a-c", "a")]).toEqual([true, true, false]);
});
