import { describe, expect, it } from "vitest";
import {
  dragged,
  fieldText,
  fittingRange,
  moved,
  ownRange,
  PRESETS,
  presetOf,
  rangeAfterKey,
  rangeOf,
  rangeText,
  stretchOf,
  zoomed,
} from "../../../../web/src/features/values/range.ts";

const HOUR = 3_600_000;
const NOW = new Date(2026, 5, 10, 12).getTime();
const shown = { from: NOW - 4 * HOUR, to: NOW - 2 * HOUR };

describe("the shown range", () => {
  it("moves with the time, or is fixed", () => {
    expect(stretchOf({ last: HOUR }, NOW)).toEqual({ from: NOW - HOUR, to: NOW });
    expect(stretchOf(shown, NOW + HOUR)).toBe(shown);
  });

  it("is one of the four presets, or none", () => {
    expect(PRESETS.map(({ text }) => text)).toEqual(["1 h", "24 h", "7 d", "30 d"]);
    expect(presetOf({ last: HOUR })?.text).toBe("1 h");
    expect(presetOf(shown)).toBeUndefined();
  });

  it("is zoomed around its middle", () => {
    expect(zoomed(shown, 0.5, NOW)).toEqual({ from: NOW - 3.5 * HOUR, to: NOW - 2.5 * HOUR });
    expect(zoomed(shown, 2, NOW)).toEqual({ from: NOW - 5 * HOUR, to: NOW - HOUR });
  });

  it("never extends into the future, and keeps its length", () => {
    expect(moved(shown, 5, NOW)).toEqual({ from: NOW - 2 * HOUR, to: NOW });
    const wide = zoomed(shown, 8, NOW);
    expect(wide).toEqual({ from: NOW - 16 * HOUR, to: NOW });
  });

  it("has a minimum and a maximum", () => {
    const { from, to } = zoomed({ from: NOW - 1_000, to: NOW }, 0.5, NOW);
    expect(to - from).toBe(60_000);
    const all = zoomed({ from: NOW - 700 * 24 * HOUR, to: NOW }, 2, NOW);
    expect(all.to - all.from).toBe(731 * 24 * HOUR);
  });

  it("is the dragged one, in both directions", () => {
    expect(dragged(shown.to, shown.from, NOW)).toEqual(shown);
    expect(dragged(shown.from, shown.to, NOW)).toEqual(shown);
  });
});

describe("the keyboard", () => {
  const home = { last: HOUR };
  it.each([
    ["+", zoomed(shown, 0.5, NOW)],
    ["=", zoomed(shown, 0.5, NOW)],
    ["-", zoomed(shown, 2, NOW)],
    ["ArrowLeft", { from: shown.from - HOUR / 2, to: shown.to - HOUR / 2 }],
    ["ArrowRight", { from: shown.from + HOUR / 2, to: shown.to + HOUR / 2 }],
    ["0", home],
    ["Home", home],
    ["Tab", null],
    ["a", null],
  ])("%s leads to %j", (key, range) => {
    expect(rangeAfterKey(key, shown, home, NOW)).toEqual(range);
  });
});

describe("a custom range", () => {
  it("returns to the same field values", () => {
    expect(ownRange(fieldText(shown.from), fieldText(shown.to), NOW)).toEqual(shown);
    expect(fieldText(new Date(2026, 0, 2, 3, 4).getTime())).toBe("2026-01-02T03:04");
  });

  it.each([
    ["", fieldText(NOW), /both/],
    [fieldText(NOW), fieldText(NOW), /before the end/],
    [fieldText(NOW + HOUR), fieldText(NOW + 2 * HOUR), /future/],
    ["2020-01-01T00:00", fieldText(NOW), /two years/],
  ])("%s to %s is refused with a message", (from, to, sentence) => {
    expect(ownRange(from, to, NOW)).toMatch(sentence);
  });
});

describe("the range in the address", () => {
  it.each([...PRESETS, shown])("is read as it was written: %j", (range) => {
    const plain = "last" in range ? { last: range.last } : range;
    expect(rangeOf(rangeText(plain))).toEqual(plain);
  });

  it("rejects another text", () => {
    const reversed = rangeText({ from: NOW, to: NOW - 1 });
    for (const text of ["", "2h", "2026-02-30T00:00Z/2026-03-30T00:00Z", "yesterday/today", reversed])
      expect(rangeOf(text)).toBeNull();
  });

  it("fits the newest value", () => {
    expect(fittingRange(NOW - HOUR / 2, NOW)).toEqual({ last: HOUR });
    expect(fittingRange(NOW - 30 * HOUR, NOW)).toEqual({ last: 7 * 24 * HOUR });
    const old = NOW - 60 * 24 * HOUR;
    expect(fittingRange(old, NOW)).toEqual({ from: old - 24 * HOUR, to: old + HOUR });
  });
});
