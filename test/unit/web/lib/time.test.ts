import { afterEach, expect, it, vi } from "vitest";
import { localOf, plannedText } from "../../../../web/src/devices/schedules/schedule-times.ts";
import { clockText, momentText, preciseMomentText, setTimeSettings } from "../../../../web/src/lib/time.ts";
import { hourText, momentOf, startOfHour, zonedDate } from "../../../../web/src/lib/zoned-date.ts";

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

it("shows moments with the clock and the zone of the person", () => {
  inYear(2026);
  const noon = "2026-11-20T21:05:09Z";
  setTimeSettings({ time_zone: "Asia/Tokyo", clock: "24" });
  expect(plain(momentText(noon))).toBe("Nov 21, 06:05");
  expect(plain(clockText(Date.parse("2026-11-20T15:00:00Z")))).toBe("00:00:00");
  // the year is that of the zone
  expect(plain(momentText("2026-12-31T23:00:00Z"))).toBe("Jan 1, 2027, 08:00");
  setTimeSettings({ time_zone: null, clock: "12" });
});

it("shows the hour of the service in a zone whose rules the browser does not know", () => {
  inYear(2026);
  const at = "2026-12-01T11:00:00Z";
  for (const [zone, text] of [
    ["America/Havana", "Dec 1, 07:00"],
    ["America/Winnipeg", "Dec 1, 06:00"],
  ] as const) {
    setTimeSettings({ time_zone: zone, clock: "24" });
    expect(plain(momentText(at))).toBe(text);
    expect(momentOf(+zonedDate(Date.parse(at)))).toBe(Date.parse(at));
    setTimeSettings({ time_zone: "UTC", clock: "24" });
    expect(localOf(at, zone)).toContain(`${text.slice(-5)}:00`);
    expect(plain(plannedText(at, zone))).toContain(text.slice(-5));
  }
  setTimeSettings({ time_zone: null, clock: "12" });
});

it("computes hours, and reads fields, in the zone of the person", () => {
  const at = Date.parse("2026-11-20T21:05:09Z");
  setTimeSettings({ time_zone: "Asia/Kolkata", clock: "24" });
  expect([zonedDate(at).getDate(), zonedDate(at).getHours(), zonedDate(at).getMinutes()]).toEqual([
    21, 2, 35,
  ]);
  expect(new Date(startOfHour(at)).toISOString()).toBe("2026-11-20T20:30:00.000Z");
  expect(hourText(startOfHour(at))).toBe("02:00");
  // also beside the change of the clocks
  for (const zone of ["Asia/Kolkata", "America/New_York", null]) {
    setTimeSettings({ time_zone: zone, clock: "12" });
    for (const moment of [at, Date.parse("2026-11-01T04:30:00Z"), Date.parse("2026-11-01T07:30:00Z")])
      expect(momentOf(+zonedDate(moment))).toBe(moment);
  }
  expect(momentOf(Number.NaN)).toBeNaN();
  setTimeSettings({ time_zone: null, clock: "12" });
});
