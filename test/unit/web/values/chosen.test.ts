import { expect, it } from "vitest";
import { type ChartView, chosenOf, tilesOf } from "../../../../web/src/features/values/chosen.ts";

const values = ["door", "humidity", "temperature"].map((key) => ({ key }));

it.each<[ChartView, string[], string | undefined, string | undefined]>([
  [{}, [], "door", undefined],
  [{}, ["temperature", "humidity"], "temperature", undefined],
  [{}, ["gone", "humidity"], "humidity", undefined],
  [{ value: "door" }, ["temperature", "humidity"], "door", undefined],
  [{ value: "door", with: "humidity" }, [], "door", "humidity"],
  [{ value: "door", with: "door" }, [], "door", undefined],
  [{ value: "gone", with: "gone" }, ["humidity"], "humidity", undefined],
  [{ with: "temperature" }, ["humidity"], "humidity", "temperature"],
])("the chart of %j with the pins %j", (view, pinned, first, second) => {
  const chosen = chosenOf(values, view, pinned);
  expect([chosen.first?.key, chosen.second?.key]).toEqual([first, second]);
});

it("a device without numbers has no chart", () => {
  expect(chosenOf([], { value: "door" }, ["door"])).toEqual({ first: null, second: null });
});

it("a page's head has at most six tiles, the pinned ones among them", () => {
  const many = ["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => ({ key }));
  const keys = (all: boolean) =>
    tilesOf(many, ["h", "b"], all)
      .shown.map(({ key }) => key)
      .join("");
  expect(tilesOf(values, ["temperature"], false)).toEqual({ shown: values, more: 0 });
  expect(keys(false)).toBe("bhacde");
  expect(tilesOf(many, [], false).more).toBe(2);
  expect(keys(true)).toBe("abcdefgh");
});
