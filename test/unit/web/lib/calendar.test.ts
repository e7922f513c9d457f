import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, calendarDay, startOfDay } from "../../../../web/src/lib/calendar-day.ts";

const day = fc
  .date({ min: new Date(1971, 0, 2), max: new Date(2199, 0, 1), noInvalidDate: true })
  .map(calendarDay);

describe("calendar days", () => {
  it("are written and read back", () => {
    fc.assert(
      fc.property(day, (d) => {
        expect(calendarDay(startOfDay(d) ?? new Date(0))).toBe(d);
      }),
    );
  });

  it("are refused if they do not exist", () => {
    for (const text of ["", "2026-02-29", "2026-13-01", "2026-1-1", "26-01-01", "2026-01-01T00:00"]) {
      expect(startOfDay(text)).toBeNull();
    }
  });

  it("follow each other, also across a clock change", () => {
    fc.assert(
      fc.property(day, (d) => {
        expect(addDays(addDays(d, 1), -1)).toBe(d);
        expect(addDays(d, 1) > d).toBe(true);
      }),
    );
  });
});
