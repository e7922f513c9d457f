import { expect, it } from "vitest";
import { pointText, summaryText } from "../../../../web/src/features/values/sentences.ts";

const at = new Date(2026, 10, 22, 13, 5, 10).getTime();
const figure = { at, value: 21.4, least: 20.9, most: 22 };

it("writes a sample to the second, and a bucket with minimum and maximum", () => {
  expect(pointText(figure, "raw", "°C")).toBe("Nov 22, 1:05:10 PM: 21.4\u00a0°C");
  expect(pointText(figure, "1m", "°C")).toBe("Nov 22, 1:05 PM: 21.4\u00a0°C, between 20.9 and 22\u00a0°C");
});

it("summarises the range by minimum and maximum, or says that there is nothing", () => {
  expect(summaryText([figure, { ...figure, least: -3 }], null)).toBe("Between -3 and 22, 21.4 on average.");
  expect(summaryText([], "°C")).toBe("No values in this time.");
});
