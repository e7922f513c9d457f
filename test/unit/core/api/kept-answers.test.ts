import { expect, test } from "vitest";
import { conditional, KEPT_MS, KeptAnswers } from "../../../../worker/api/kept-answers.ts";

const AT = Date.parse("2026-11-01T00:00:00Z");

test("an answer is kept ten seconds, also where the clock jumps back", () => {
  const answers = new KeptAnswers();
  const kept = answers.put("a", "text", AT);
  expect(answers.get("a", AT + KEPT_MS - 1)).toBe(kept);
  expect(answers.get("b", AT)).toBeNull();
  expect(answers.get("a", AT - KEPT_MS)).toBeNull();
  expect(answers.get("a", AT)).toBeNull();
});

test("all kept answers have a bound: the oldest go, and one beyond it is not kept", () => {
  const answers = new KeptAnswers(100);
  for (let n = 0; n < 10; n++) answers.put(`a${n}`, "x".repeat(30), AT);
  const keys = Array.from({ length: 10 }, (_, n) => `a${n}`);
  expect(keys.filter((key) => answers.get(key, AT) !== null)).toEqual(["a7", "a8", "a9"]);
  // the same key again takes the place of the one before
  for (let n = 0; n < 10; n++) answers.put("a9", "y".repeat(30), AT);
  expect(keys.filter((key) => answers.get(key, AT) !== null)).toEqual(["a7", "a8", "a9"]);
  expect(answers.put("big", "z".repeat(101), AT).text).toHaveLength(101);
  expect(answers.get("big", AT)).toBeNull();
});

test.each([
  [undefined, 200],
  ['"other"', 200],
  ["etag", 304],
  ["W/etag", 304],
  ['"other", etag', 304],
  ["*", 304],
])("If-None-Match %s is answered with %i", async (header, status) => {
  const kept = new KeptAnswers().put("a", "text", AT);
  const value = header?.replace("etag", kept.etag);
  const request = new Request("http://api.test/", {
    headers: value === undefined ? {} : { "If-None-Match": value },
  });
  const response = conditional(kept, request, new Headers({ "Content-Type": "text/plain" }));
  expect([response.status, response.headers.get("ETag")]).toEqual([status, kept.etag]);
  expect(await response.text()).toBe(status === 304 ? "" : "text");
});
