import { expect, it } from "vitest";
import { dayText, momentText, preciseMomentText } from "../../../../web/src/lib/time.ts";

const iso = new Date(2026, 10, 20, 21, 5, 9).toISOString();
// Newer data of the runtime writes a narrow space before PM.
const plain = (text: string) => text.replace(/\s/g, " ");

it("shows moments in US English: short month, day, 12-hour time", () => {
  expect(plain(momentText(iso))).toBe("Nov 20, 9:05 PM");
  expect(plain(preciseMomentText(iso))).toBe("Nov 20, 9:05:09 PM");
  expect(plain(dayText(iso))).toBe("Nov 20, 2026");
});

it("shows nothing for what is no moment", () => {
  expect(momentText("soon")).toBe("");
});
