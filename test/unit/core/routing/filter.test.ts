import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isHidden,
  isTopicFilter,
  isTopicName,
  levels,
  literalPart,
  matches,
  overlap,
  parseShared,
} from "../../../../broker/routing/filter.ts";

/** Every sequence of 1 to `longest` of these. */
function sequences(of: readonly string[], longest: number): string[] {
  let last = [""];
  const all: string[] = [];
  for (let length = 1; length <= longest; length++) {
    last = last.flatMap((head) => of.map((next) => head + next));
    all.push(...last);
  }
  return all;
}

/** The standard's definition as a regular expression: slower than the matcher, and independent of it. */
function oracle(filter: string): RegExp {
  const escaped = (text: string): string => text.replace(/[$^.*?()[\]{}|\\]/g, "\\$&");
  const wanted = filter.split("/");
  const many = wanted.at(-1) === "#";
  const body = (many ? wanted.slice(0, -1) : wanted)
    .map((level) => (level === "+" ? "[^/]*" : escaped(level)))
    .join("/");
  const guard = filter.startsWith("+") || filter.startsWith("#") ? "(?!\\$)" : "";
  const tail = many ? (body === "" && wanted.length === 1 ? ".*" : "(/.*)?") : "";
  return new RegExp(`^${guard}${body}${tail}$`, "s");
}

const TOPICS = sequences(["a", "b", "/", "$"], 5);
const FILTERS = sequences(["a", "$", "/", "+", "#"], 5);

describe("syntax", () => {
  test("[MQTT-4.7.1-1] [MQTT-4.7.1-2] [MQTT-4.7.1-3] wildcards stand alone in a level, # only in the last", () => {
    const wellFormed = (filter: string): boolean =>
      filter
        .split("/")
        .every((level, at, all) =>
          level.includes("#")
            ? level === "#" && at === all.length - 1
            : !level.includes("+") || level === "+",
        );
    for (const filter of FILTERS) expect(isTopicFilter(filter), filter).toBe(wellFormed(filter));
  });

  test("[MQTT-4.7.3-1] [MQTT-4.7.3-2] a filter is not empty and has no U+0000", () => {
    for (const text of ["", "a\0", "\0"]) {
      expect(isTopicName(text)).toBe(false);
      expect(isTopicFilter(text)).toBe(false);
    }
  });

  test("[MQTT-3.3.2-2] a topic name has no wildcard", () => {
    for (const text of FILTERS) expect(isTopicName(text), text).toBe(!/[+#]/.test(text));
  });

  test("slashes separate levels, empty ones included", () => {
    expect(levels("/a//b/")).toEqual(["", "a", "", "b", ""]);
  });
});

describe("matching", () => {
  test("equals a brute-force definition for every short filter and topic", () => {
    const wrong: string[] = [];
    for (const filter of FILTERS.filter(isTopicFilter)) {
      const expected = oracle(filter);
      for (const topic of TOPICS) {
        if (matches(filter, topic) !== expected.test(topic)) wrong.push(`${filter} ${topic}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  const examples: [string, string, boolean][] = [
    ["sport/tennis/player1/#", "sport/tennis/player1", true],
    ["sport/tennis/player1/#", "sport/tennis/player1/score/wimbledon", true],
    ["sport/#", "sport", true],
    ["sport/tennis/+", "sport/tennis/player1/ranking", false],
    ["sport/+", "sport", false],
    ["sport/+", "sport/", true],
    ["+/+", "/finance", true],
    ["/+", "/finance", true],
    ["+", "/finance", false],
    ["ACCOUNTS", "Accounts", false],
  ];
  for (const [filter, topic, expected] of examples) {
    test(`[MQTT-4.7.3-4] the standard's example: ${filter} ${expected ? "matches" : "does not match"} ${topic}`, () => {
      expect(matches(filter, topic)).toBe(expected);
    });
  }

  test("[MQTT-4.7.2-1] a leading wildcard does not match $SYS, an explicit first level does", () => {
    expect(matches("#", "$SYS/a")).toBe(false);
    expect(matches("+/a", "$SYS/a")).toBe(false);
    expect(matches("$SYS/#", "$SYS/a")).toBe(true);
    expect(matches("$SYS/+", "$SYS/a")).toBe(true);
    expect(matches("a/+", "a/$b")).toBe(true);
  });

  test("[MQTT-4.7.3-4] a topic without wildcards matches itself only", () => {
    const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter(isTopicName);
    fc.assert(fc.property(name, name, (a, b) => matches(a, a) && matches(a, b) === (a === b)));
  });
});

describe("[MQTT-4.8.2-1] [MQTT-4.8.2-2] shared subscriptions", () => {
  test("group and filter", () => {
    expect(parseShared("$share/g/a/+/#")).toEqual({ group: "g", filter: "a/+/#" });
    expect(parseShared("$share/g//a")).toEqual({ group: "g", filter: "/a" });
  });
  test("filters that are not shared", () => {
    for (const filter of ["a", "$SYS/a", "$shared/g/a", "share/g/a"]) expect(parseShared(filter)).toBeNull();
  });
  test("malformed shared filters", () => {
    for (const filter of [
      "$share",
      "$share/",
      "$share/g",
      "$share/g/",
      "$share//a",
      "$share/+/a",
      "$share/g#/a",
      "$share/g/a#",
    ]) {
      expect(parseShared(filter), filter).toBe("invalid");
    }
  });
});
describe("topics in the order of storage", () => {
  test.each([
    ["a/b", "a/b"],
    ["a/b/#", "a/b"],
    ["a/+/c", "a"],
    ["#", ""],
    ["+/b", ""],
  ])("topics that match %s begin with the levels of %s", (filter, part) => {
    expect(literalPart(filter)).toBe(part);
  });
});

test("two filters overlap where some topic matches both", () => {
  const filters = sequences(["a", "b", "/", "+", "#"], 4).filter(isTopicFilter);
  // the empty topic, which cannot be published to, is the parent of `/#`
  const topics = ["", ...sequences(["a", "b", "c", "/"], 5)];
  const matched = new Map(filters.map((filter) => [filter, topics.filter((each) => matches(filter, each))]));
  const some = fc.constantFrom(...filters);
  fc.assert(
    fc.property(some, some, (one, other) => {
      const both = new Set(matched.get(one));
      expect(overlap(one, other)).toBe((matched.get(other) ?? []).some((topic) => both.has(topic)));
    }),
    { numRuns: 5000 },
  );
});

test("[MQTT-4.7.2-1] $ topics below an account's root are excluded from leading wildcards, as at the real root", () => {
  const filters = sequences(["a", "$", "/", "+", "#"], 3).filter(isTopicFilter);
  for (const filter of filters) {
    for (const topic of sequences(["a", "/", "$"], 3)) {
      const below = matches(`u/${filter}`, `u/${topic}`) && !isHidden("u/", `u/${filter}`, `u/${topic}`);
      expect(below, `${filter} ${topic}`).toBe(matches(filter, topic));
      expect(isHidden("", filter, topic)).toBe(false);
    }
  }
});
