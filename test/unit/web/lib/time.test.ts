import { afterEach, expect, it, vi } from "vitest";
import { momentText, preciseMomentText } from "../../../../web/src/lib/time.ts";

const iso = new Date(2026, 10, 20, 21, 5, 9).toISOString();
// Newer locale data has a narrow space before PM.
const plain = (text: string) => text.replace(/\s/g, " ");

const inYear = (year: number) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(year, 5, 1) });
afterEach(() => void vi.useRealTimers());

it("shows the year of a moment of another year", () => {
  inYear(2027);
  expect(plain(momentText(iso))).toBe("Nov 20, 2026, 9:05 PM");
  expect(plain(preciseMomentText(iso))).toBe("Nov 20, 2026, 9:05:09 PM");
});

it("shows moments in US English: short month, day, 12-hour time", () => {
  inYear(2026);
  expect(plain(momentText(iso))).toBe("Nov 20, 9:05 PM");
  expect(plain(preciseMomentText(iso))).toBe("Nov 20, 9:05:09 PM");
});

it("shows nothing for an invalid moment", () => {
  expect(momentText("soon")).toBe("");
});
