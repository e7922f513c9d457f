import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { literalPart } from "../../../../broker/routing/filter.ts";
import { isBehind } from "../../../../broker/routing/utf8.ts";

describe("topics in the order of storage", () => {
  test.each([
    ["a/b", "a/b"],
    ["a/b/#", "a/b"],
    ["a/+/c", "a"],
    ["#", ""],
    ["+/b", ""],
  ])("what matches %s begins with the levels of %s", (filter, part) => {
    expect(literalPart(filter)).toBe(part);
  });

  test("one is behind another as their bytes are, however many a character has", () => {
    const text = fc.array(fc.constantFrom("a", "b", "/", "\u00e9", "\uffee", "\u{1f600}"), { maxLength: 4 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [one, other] = [a.join(""), b.join("")];
        const order = Buffer.compare(Buffer.from(one), Buffer.from(other));
        expect(isBehind(one, other)).toBe(order > 0);
      }),
    );
  });
});
