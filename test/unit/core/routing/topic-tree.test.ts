import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isTopicFilter, matches } from "../../../../broker/routing/filter.ts";
import { TopicTree } from "../../../../broker/routing/topic-tree.ts";

const level = fc.constantFrom("a", "b", "", "$s");
const topic = fc.array(level, { minLength: 1, maxLength: 4 }).map((all) => all.join("/"));
const filter = fc
  .array(fc.oneof(level, fc.constantFrom("+", "#")), { minLength: 1, maxLength: 4 })
  .map((all) => all.join("/"))
  .filter(isTopicFilter);
const value = fc.integer({ min: 0, max: 5 });

const command = fc.oneof(
  fc.record({ kind: fc.constant("insert" as const), filter, value }),
  fc.record({ kind: fc.constant("remove" as const), filter, value }),
  fc.record({ kind: fc.constant("match" as const), topic }),
);

/** The same as a list with linear search. */
class List {
  readonly pairs = new Set<string>();
  match(wanted: string): number[] {
    return [...this.pairs]
      .map((pair) => JSON.parse(pair) as [string, number])
      .filter(([each]) => matches(each, wanted))
      .map(([, held]) => held);
  }
}

describe("topic tree", () => {
  test("equals a linear search after any additions and removals", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        const tree = new TopicTree<number>();
        const list = new List();
        for (const each of commands) {
          if (each.kind === "match") {
            expect([...tree.match(each.topic)].sort()).toEqual(list.match(each.topic).sort());
            continue;
          }
          const pair = JSON.stringify([each.filter, each.value]);
          tree[each.kind](each.filter, each.value);
          if (each.kind === "insert") list.pairs.add(pair);
          else list.pairs.delete(pair);
          expect(tree.size).toBe(list.pairs.size);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("is empty again when all entries are removed", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(filter, value)), (pairs) => {
        const tree = new TopicTree<number>();
        for (const [each, held] of pairs) tree.insert(each, held);
        for (const [each, held] of pairs) tree.remove(each, held);
        expect(tree.size).toBe(0);
        expect(tree.firstLevels).toBe(0);
      }),
    );
  });

  test("[MQTT-3.3.5-1] returns a value once for all of its overlapping filters", () => {
    const tree = new TopicTree<string>();
    for (const each of ["a/b", "a/+", "a/#", "#", "b"]) tree.insert(each, "reader");
    tree.insert("a/b", "reader");
    expect(tree.match("a/b")).toEqual(["reader", "reader", "reader", "reader"]);
  });

  test("caches a topic's readers until one is added or removed", () => {
    const tree = new TopicTree<string>();
    tree.insert("a", "first");
    const before = tree.match("a");
    expect(tree.match("a")).toBe(before);
    tree.insert("+", "second");
    expect(tree.match("a")).toHaveLength(2);
    tree.remove("a", "first");
    expect(tree.match("a")).toEqual(["second"]);
    expect(before).toEqual(["first"]);
  });

  test("still answers correctly beyond its cache [T23]", () => {
    const tree = new TopicTree<string>();
    tree.insert("+", "reader");
    for (let at = 0; at < 5000; at++) expect(tree.match(`topic${at}`)).toEqual(["reader"]);
  });

  test("takes the maximum of levels and readers", () => {
    const tree = new TopicTree<number>();
    const deep = "/".repeat(65_000);
    tree.insert(`${deep}#`, 1);
    tree.insert("+/".repeat(32_000), 2);
    expect(tree.match(deep)).toEqual([1]);
    expect(tree.match("a/".repeat(32_000))).toEqual([2]);
    for (let reader = 3; reader < 200_000; reader++) tree.insert("many", reader);
    expect(tree.match("many")).toHaveLength(199_997);
  });
});
