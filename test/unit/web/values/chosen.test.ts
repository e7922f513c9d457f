import { expect, it } from "vitest";
import { type ChartView, chosenOf } from "../../../../web/src/features/values/chosen.ts";

const values = ["door", "humidity", "temperature"].map((key) => ({ key }));

it.each<[ChartView, string[], string | undefined, string | undefined]>([
  [{}, [], "door", undefined],
  [{}, ["temperature", "humidity"], "temperature", "humidity"],
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
