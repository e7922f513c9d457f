import { expect, test } from "vitest";
import { placesOf } from "../../../../broker/hub/sessions/take-overs.ts";

const side = (address: string | null, browser = false) => ({ edge: { address, browser } }) as never;

test.each([
  [side("a"), side("a"), "two programs at the same address"],
  [side("a"), side("b"), "two programs at two addresses"],
  [side("a", true), side("b"), "a program and a page in a browser at two addresses"],
  [side("a", true), side("a", true), "two pages in a browser at the same address"],
  [side(null), side("b"), "two programs"],
])("names where both connections come from", (old, next, places) => {
  expect(placesOf(old, next)).toBe(places);
});
