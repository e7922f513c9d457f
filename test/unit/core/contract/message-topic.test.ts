import fc from "fast-check";
import { expect, test } from "vitest";
import { isTopicName } from "../../../../broker/routing/filter.ts";
import { topicOfPath } from "../../../../worker/contract/messages.ts";

const USER = "0f8fad5b-d9cb-469f-a165-70867728950e";
const OTHER = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

/** The path as URL parsers normalise it. */
const read = (path: string) => topicOfPath(USER, new URL(`http://host/v0/messages/${path}`).pathname);

/** The path that a caller writes for a topic. Levels that a URL parser would resolve are joined by `%2F`. */
const pathOf = (topic: string): string =>
  topic
    .split("/")
    .map(encodeURIComponent)
    .join(/(^|\/)\.\.?(\/|$)/.test(topic) ? "%2F" : "/");

const TOPIC = fc
  .oneof(
    fc.string({ unit: "binary", minLength: 1 }),
    fc
      .array(fc.constantFrom("", ".", "..", "a", "%2F", "%", "$SYS", USER, OTHER, "é", " "))
      .map((all) => all.join("/")),
  )
  .filter((topic) => isTopicName(topic) && topic.isWellFormed() && !/^\.\.?$/.test(topic));

test("every topic has a path, and the path returns the topic", () => {
  fc.assert(
    fc.property(TOPIC, (topic) => {
      const whole = topic.startsWith(`${USER}/`) ? topic : `${USER}/${topic}`;
      expect(read(pathOf(topic))).toEqual({ topic: whole });
    }),
  );
});

test("[T363] no path leads to another account or to an invalid topic", () => {
  const piece = fc.constantFrom(
    "..",
    ".",
    "/",
    "%2e%2e",
    "%2F",
    "%00",
    "%",
    "+",
    "%23",
    "a",
    "\\",
    "%5c",
    OTHER,
    "?",
    "//",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.array(piece).map((all) => all.join("")),
      ),
      (path) => {
        const decided = read(path);
        if ("mistake" in decided) return;
        expect(decided.topic.startsWith(`${USER}/`)).toBe(true);
        expect(isTopicName(decided.topic)).toBe(true);
      },
    ),
  );
});

test.each([
  ["lamp/set", "lamp/set"],
  ["lamp/set/", "lamp/set/"],
  ["/lamp", "/lamp"],
  ["a//b", "a//b"],
  ["lamp%2Fset", "lamp/set"],
  ["100%25", "100%"],
  ["%252F", "%2F"],
  ["$SYS/x", "$SYS/x"],
  ["a%20b", "a b"],
  ["caf%C3%A9", "café"],
  ["a/../b", "b"],
  ["a/%2e%2E/b", "b"],
  ["a%2F..%2Fb", "a/../b"],
  [`${OTHER}/lamp`, `${OTHER}/lamp`],
  ["a\\..\\b", "b"],
])("%s is the topic %s below the account's root", (path, topic) => {
  expect(read(path)).toEqual({ topic: `${USER}/${topic}` });
});

test("a topic with the account's id is used as it is", () => {
  expect(read(`${USER}/lamp`)).toEqual({ topic: `${USER}/lamp` });
  expect(read(USER)).toEqual({ topic: `${USER}/${USER}` });
});

test.each([
  "",
  "../tokens/",
  "a/../../mqtt",
  "+",
  "a/%2B",
  "%23",
  "%00",
  "%",
  "%f",
  "%ff",
  "%C0%AF",
  "%ED%A0%80",
])("%s is not a topic", (path) => {
  expect(read(path)).toEqual({ mistake: expect.any(String) });
});
