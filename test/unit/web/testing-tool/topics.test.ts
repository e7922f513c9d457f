import { describe, expect, it } from "vitest";
import {
  asFilter,
  asTopic,
  hasWildcard,
  isWellFormed,
  matches,
  matchesOne,
} from "../../../../web/src/features/testing-tool/topics.ts";

it("removes wildcards and white space from a topic, and only white space from a filter", () => {
  expect(asTopic("home/+/li ght#\t")).toBe("home//light");
  expect(asFilter(" home/+/light/# \n")).toBe("home/+/light/#");
  expect([hasWildcard("home/+"), hasWildcard("#"), hasWildcard("home")]).toEqual([true, true, false]);
});

it.each([
  ["home/light", true],
  ["+", true],
  ["#", true],
  ["home/+/light/#", true],
  ["home/#/light", false],
  ["home/li+", false],
  ["home/light#", false],
  ["home//light", false],
  ["", false],
])("%s is well formed: %s", (filter, expected) => {
  expect(isWellFormed(filter)).toBe(expected);
});

describe("a filter", () => {
  it.each([
    ["u/home", "u/home", true],
    ["u/home", "u/homes", false],
    ["u/home", "u/home/light", false],
    ["u/+/light", "u/home/light", true],
    ["u/+/light", "u/home/porch/light", false],
    ["u/+", "u", false],
    ["u/#", "u/home/light", true],
    ["u/#", "u", true],
    ["u/#", "v/home", false],
    ["u/+/#", "u", false],
  ])("%s against %s: %s", (filter, topic, expected) => {
    expect(matches(filter, topic)).toBe(expected);
  });

  it("is one of several", () => {
    expect(matchesOne(["u/a", "u/b/#"], "u/b/c")).toBe(true);
    expect(matchesOne([], "u/b/c")).toBe(false);
  });
});
