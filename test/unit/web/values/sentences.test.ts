import { expect, it } from "vitest";
import { decimalsOf, pointText, summaryText } from "../../../../web/src/features/values/sentences.ts";

const at = new Date(2026, 10, 22, 13, 5, 10).getTime();
const figure = { at, value: 21.4, least: 20.9, most: 22 };

it("writes a sample to the second, and a bucket with minimum and maximum", () => {
  expect(pointText(figure, "raw", "°C", 1)).toBe("Nov 22, 1:05:10 PM: 21.4\u00a0°C");
  expect(pointText({ ...figure, value: 21.36871 }, "1m", "°C", 1)).toBe(
    "Nov 22, 1:05 PM: 21.4\u00a0°C, between 20.9 and 22\u00a0°C",
  );
});

it("summarises the range by minimum and maximum, or says that there is nothing", () => {
  expect(summaryText([figure, { ...figure, least: -3 }], null)).toBe("Between -3 and 22, 21.4 on average.");
  expect(summaryText([figure, { ...figure, value: 21.43 }], "°C")).toMatch(/, 21\.4\u00a0°C on average\.$/);
  expect(summaryText([], "°C")).toBe("No values in this time.");
});

it.each([
  [[20.9, 22], 1],
  [[20, 22], 0],
  [[0.1 + 0.2, 1.25], 2],
  [[1e-9, 1], 20],
])("an average of %j has %d decimals at most", ([least = 0, most = 0], decimals) => {
  expect(decimalsOf([{ at, value: (least + most) / 2, least, most }])).toBe(decimals);
});
