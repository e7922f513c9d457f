import { expect, it } from "vitest";
import { pinsAfter } from "../../../../web/src/features/values/use-pins.ts";

it.each([
  [[], "a", ["a"]],
  [["a"], "b", ["a", "b"]],
  [["a", "b"], "c", ["b", "c"]],
  [["a", "b"], "a", ["b"]],
  [["a"], "a", []],
])("%j and a press on %s make %j", (pinned, key, after) => {
  expect(pinsAfter(pinned, key, 2)).toEqual(after);
});
