import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { addDays, calendarDay, startOfDay } from "../../../../web/src/lib/calendar-day.ts";
import { setTimeSettings } from "../../../../web/src/lib/time.ts";

const day = fc
  .date({ min: new Date(1971, 0, 2), max: new Date(2199, 0, 1), noInvalidDate: true })
  .map(calendarDay);

afterEach(() => setTimeSettings({ time_zone: null, clock: "12" }));

describe("calendar days", () => {
  it.each([
    ["Pacific/Kiritimati", "2026-11-25", "2026-11-24T10:00:00.000Z"],
    ["America/Los_Angeles", "2026-03-08", "2026-03-08T08:00:00.000Z"],
    ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z"],
  ])("begin in the chosen time zone: %s", (time_zone, d, begin) => {
    setTimeSettings({ time_zone, clock: "24" });
    const at = startOfDay(d);
    expect(at?.toISOString()).toBe(begin);
    expect([0, -1].map((ms) => calendarDay(new Date(Number(at) + ms)))).toEqual([d, addDays(d, -1)]);
  });

  it("that a time zone skipped do not exist", () => {
    setTimeSettings({ time_zone: "Pacific/Apia", clock: "12" });
    expect(startOfDay("2011-12-30")).toBeNull();
  });

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
