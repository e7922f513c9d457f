import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, calendarDay, startOfDay } from "../../../../web/src/lib/calendar-day.ts";
import { addMonths, weeksOfMonth } from "../../../../web/src/lib/calendar-month.ts";

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

  it("are refused when there is no such day", () => {
    for (const text of ["", "2026-02-29", "2026-13-01", "2026-1-1", "26-01-01", "2026-01-01T00:00"]) {
      expect(startOfDay(text)).toBeNull();
    }
  });

  it("follow on each other, also where the clock is changed", () => {
    fc.assert(
      fc.property(day, (d) => {
        expect(addDays(addDays(d, 1), -1)).toBe(d);
        expect(addDays(d, 1) > d).toBe(true);
      }),
    );
  });

  it("end with the month when the other month is shorter", () => {
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2028-03-31", -1)).toBe("2028-02-29");
    expect(addMonths("2026-12-15", 1)).toBe("2027-01-15");
  });

  it("fill the weeks of a month, Sunday first, without a gap", () => {
    fc.assert(
      fc.property(day, (d) => {
        const weeks = weeksOfMonth(d);
        const days = weeks.flat();
        expect(days).toContain(d);
        expect(days.every((each, at) => at === 0 || each === addDays(days[at - 1] ?? "", 1))).toBe(true);
        expect(weeks.every((week) => week.length === 7 && startOfDay(week[0] ?? "")?.getDay() === 0)).toBe(
          true,
        );
        // No week of another month alone.
        expect(weeks.every((week) => week.some((each) => each.slice(0, 7) === d.slice(0, 7)))).toBe(true);
      }),
    );
  });
});
