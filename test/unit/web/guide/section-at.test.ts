import { expect, it } from "vitest";
import { sectionAt } from "../../../../web/src/features/guide/guide-page.tsx";

it.each([
  ["the first before any head has come near", [400, 900], false, "a"],
  ["the one whose head has passed", [-300, 100], false, "b"],
  ["the one before, while the next is still far", [-300, 500], false, "a"],
  ["the last at the end of the page, however short", [-300, 500], true, "b"],
])("the current section is %s", (_, [a = 0, b = 0], atEnd, id) => {
  expect(
    sectionAt(
      [
        ["a", a],
        ["b", b],
      ],
      atEnd,
    ),
  ).toBe(id);
});
