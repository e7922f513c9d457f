import { describe, expect, it } from "vitest";
import {
  type ChartView,
  chosenOf,
  controlledLast,
  tilesOf,
} from "../../../../web/src/features/values/chosen.ts";

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

describe("a page's head", () => {
  const many = ["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => ({ key }));
  const head = (pinned: string[], controlled: string[], all = false) => {
    const { shown, more } = tilesOf(many, { pinned, controlled, all });
    return [shown.map(({ key }) => key).join(""), more];
  };

  it("has at most six tiles, the pinned ones among them", () => {
    const pinned = { pinned: ["temperature"], controlled: [], all: false };
    expect(tilesOf(values, pinned)).toEqual({ shown: values, more: 0 });
    expect(head(["h", "b"], [])).toEqual(["bhacde", 2]);
    expect(head(["h", "b"], [], true)).toEqual(["abcdefgh", 0]);
  });

  it("does not repeat the values that controls show, until all are asked for", () => {
    expect(head([], ["a", "c", "x"])).toEqual(["bdefgh", 2]);
    expect(head(["c"], ["a", "c"])).toEqual(["bdefgh", 2]);
    expect(head([], ["a", "c"], true)).toEqual(["abcdefgh", 0]);
    expect(head([], [..."abcdefgh"])).toEqual(["", 8]);
  });

  it("has a chart of another value than the controls'", () => {
    const chart = controlledLast(values, ["door"], ["door"]);
    expect(chosenOf(chart.values, {}, chart.pinned).first?.key).toBe("humidity");
    expect(chosenOf(chart.values, { value: "door" }, chart.pinned).first?.key).toBe("door");
  });
});
