/** Planned times: clock changes, the sun, and valid patterns. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlannedTiming } from "../../../../broker/contract/schedule.ts";
import { isCron, tidyCron, wrongCronField } from "../../../../broker/schedules/calendar.ts";
import { isTimeZone } from "../../../../broker/schedules/local-time.ts";
import { nextPlanned, plannedAfter, plannedTimes } from "../../../../broker/schedules/planned.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const plan = (timing: PlannedTiming["timing"], timeZone = "Europe/Berlin"): PlannedTiming => ({
  timing,
  timeZone,
  place: null,
});
const cron = (pattern: string, timeZone?: string) => plan({ cron: pattern }, timeZone);
const planned = (of: PlannedTiming, after: string, count: number): string[] =>
  plannedAfter(of, Date.parse(after), count).map((at) => new Date(at).toISOString().replace(":00.000Z", "Z"));

describe("clock changes", () => {
  it("in Berlin in March 2027 half past two runs once, at three, the next existing minute [F256]", () => {
    expect(planned(cron("30 2 * * *"), "2027-03-27T00:00Z", 3)).toEqual([
      "2027-03-27T01:30Z",
      "2027-03-28T01:00Z",
      "2027-03-29T00:30Z",
    ]);
    expect(planned(cron("0 3 * * *"), "2027-03-27T12:00Z", 1)).toEqual(["2027-03-28T01:00Z"]);
    // all times within the gap are one
    expect(planned(cron("*/20 * * * *"), "2027-03-28T00:30Z", 3)).toEqual([
      "2027-03-28T00:40Z",
      "2027-03-28T01:00Z",
      "2027-03-28T01:20Z",
    ]);
  });

  it("in Berlin in October 2027 half past two runs once, the first time [F257]", () => {
    expect(planned(cron("30 2 * * *"), "2027-10-30T00:00Z", 3)).toEqual([
      "2027-10-30T00:30Z",
      "2027-10-31T00:30Z",
      "2027-11-01T01:30Z",
    ]);
    expect(planned(cron("*/20 * * * *"), "2027-10-31T00:30Z", 2)).toEqual([
      "2027-10-31T00:40Z",
      "2027-10-31T02:00Z",
    ]);
  });

  it.each([
    ["Australia/Lord_Howe", "15 2 * * *", "2027-10-02T00:00Z", "2027-10-02T15:30Z", "by half an hour"],
    ["America/Sao_Paulo", "30 0 * * *", "2018-11-03T12:00Z", "2018-11-04T03:00Z", "at midnight"],
    ["Pacific/Apia", "0 12 * * *", "2011-12-30T00:00Z", "2011-12-30T10:00Z", "by a whole day"],
    ["Asia/Kathmandu", "0 6 * * *", "2027-01-01T12:00Z", "2027-01-02T00:15Z", "never, and by quarters"],
  ])("in %s, %s after %s is %s (clocks change %s)", (zone, pattern, after, expected) => {
    expect(planned(cron(pattern, zone), after, 1)).toEqual([expected]);
  });

  it("any local time runs once a day, at the first minute that shows it or a later one", () => {
    const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/St_Johns", "UTC"];
    const days = ["2027-03-14", "2027-03-28", "2027-04-04", "2027-10-03", "2027-10-31", "2027-11-07"];
    // Swedish dates sort as text
    const clocks = new Map(
      zones.map((timeZone) => [
        timeZone,
        new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "short" }),
      ]),
    );
    const time = fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 59 }));
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.constantFrom(...days), time, (zone, day, [hour, minute]) => {
        const wanted = `${day} ${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
        const from = Date.parse(`${day}T00:00Z`) - 15 * HOUR;
        let first = from;
        while ((clocks.get(zone)?.format(first) ?? "") < wanted) first += MINUTE;
        const [, month, date] = day.split("-");
        expect(nextPlanned(cron(`${minute} ${hour} ${date} ${month} *`, zone), from)).toBe(first);
        // not again when clocks repeat it
        const again = nextPlanned(cron(`${minute} ${hour} * * *`, zone), first) ?? 0;
        expect(again).toBeGreaterThan(first + 20 * HOUR);
      }),
      { numRuns: 60 },
    );
  });
});

describe("the sun", () => {
  const berlin = { lat: 52.52, lon: 13.405 };
  const sun = (which: "sunrise" | "sunset", offset: number, place = berlin): PlannedTiming => ({
    timing: { sun: which, offset },
    timeZone: "Europe/Berlin",
    place,
  });

  it("rises and sets as in the almanac, with the offset, once a day [F258]", () => {
    const after = Date.parse("2027-06-21T00:00Z");
    const minutes = (of: PlannedTiming) => Math.round((nextPlanned(of, after) ?? 0) / MINUTE) * MINUTE;
    expect(new Date(minutes(sun("sunrise", 0))).toISOString()).toBe("2027-06-21T02:43:00.000Z");
    expect(new Date(minutes(sun("sunset", -1800))).toISOString()).toBe("2027-06-21T19:03:00.000Z");
    const year = plannedAfter(sun("sunset", 0), Date.parse("2027-01-01T00:00Z"), 365);
    const gaps = year.slice(1).map((at, day) => at - (year[day] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(23.9 * HOUR);
    expect(Math.max(...gaps)).toBeLessThan(24.1 * HOUR);
  });

  it("is that of the place, wherever its day begins", () => {
    for (const [lat, lon] of [
      [-36.85, 174.76],
      [21.3, -157.86],
      [0, 0],
    ] as const) {
      const rises = plannedAfter(sun("sunrise", 0, { lat, lon }), Date.parse("2027-03-01T00:00Z"), 30);
      expect(rises).toHaveLength(30);
      for (const [at, rise] of rises.slice(1).entries()) {
        expect(Math.abs(rise - (rises[at] ?? 0) - 24 * HOUR)).toBeLessThan(5 * MINUTE);
      }
    }
  });

  it("skips days without sunrise, and never rises at the pole [F259]", () => {
    const tromso = { lat: 69.65, lon: 18.96 };
    const [first = 0] = plannedAfter(sun("sunset", 0, tromso), Date.parse("2027-06-01T00:00Z"), 1);
    expect(new Date(first).toISOString().slice(0, 7)).toBe("2027-07");
    expect(nextPlanned(sun("sunrise", 0, { lat: 90, lon: 0 }), first)).toBeNull();
  });
});

describe("the sun on some weekdays", () => {
  const place = { lat: 69.65, lon: 18.96 };
  const on = (days: number[], offset = 0): PlannedTiming => ({
    timing: { sun: "sunset", offset, days },
    timeZone: "Europe/Oslo",
    place,
  });
  const weekdays = (of: PlannedTiming, after: string) =>
    plannedAfter(of, Date.parse(after), 4).map((at) =>
      new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Oslo", weekday: "short", day: "numeric" }).format(
        at,
      ),
    );

  it("keeps to its days, also when clocks change", () => {
    expect(weekdays(on([1, 5]), "2027-03-26T00:00Z")).toEqual(["Fri 26", "Mon 29", "Fri 2", "Mon 5"]);
    expect(weekdays(on([0]), "2027-10-30T00:00Z")).toEqual(["Sun 31", "Sun 7", "Sun 14", "Sun 21"]);
  });

  it("counts the day of the event, not that of its offset", () => {
    expect(weekdays(on([5], 12 * 3600), "2027-03-26T12:00Z")[0]).toBe("Sat 27");
  });

  it("takes the day of the zone, and passes over the polar day", () => {
    // the last sunset before the polar day is at 22:19 UTC on Monday, which is Tuesday in Oslo
    expect(weekdays(on([2]), "2027-05-17T12:00Z").slice(0, 2)).toEqual(["Tue 18", "Tue 27"]);
    expect(weekdays(on([1]), "2027-05-17T12:00Z")[0]).toBe("Mon 2");
  });
});

describe("once", () => {
  it("is due at its time only", () => {
    const at = Date.parse("2027-01-01T12:00:05Z");
    expect(plannedAfter(plan({ at }), at - 1, 3)).toEqual([at]);
    expect(nextPlanned(plan({ at }), at)).toBeNull();
  });
});

describe("a pattern", () => {
  it("has five fields of classic cron", () => {
    for (const good of ["30 18 * * 1-5", "*/5 * * * *", "0 0 1 JAN *", "0 9 * * mon,WED", "0 0 29 2 *"]) {
      expect([good, isCron(good)]).toEqual([good, true]);
    }
    const bad = [
      "",
      "* * * *",
      "* * * * * *",
      "@daily",
      "0 0 ? * *",
      "0 0 L * *",
      "0 0 15W * *",
      "0 0 * * 5#2",
    ];
    for (const each of [...bad, "60 * * * *", "0 24 * * *", "a b c d e", "0 0 32 * *", "5/15 * * * *"]) {
      expect([each, isCron(each)]).toEqual([each, false]);
    }
    expect(tidyCron("  0  9 * *\t1 ")).toBe("0 9 * * 1");
  });

  it.each([
    ["61 * * * *", "minute: 61 is not 0 to 59"],
    ["0 9-24 * * *", "hour: 24 is not 0 to 23"],
    ["0 0 0 * *", "day of the month: 0 is not 1 to 31"],
    ["0 0 * jan,foo *", "month: jan,foo is not valid"],
    ["0 0 * * 8", "day of the week: 8 is not 0 to 7"],
    ["5/15 * * * *", "minute: 5/15 is not valid"],
    ["* * * *", null],
  ])("%s is wrong in one field: %s", (pattern, reason) => {
    expect(wrongCronField(pattern)).toBe(reason);
  });

  it("that never matches has no next time", () => {
    expect(nextPlanned(cron("0 0 30 2 *"), 0)).toBeNull();
  });

  it("matches the day of the month or of the week, where both are given", () => {
    expect(planned(cron("0 12 13 * 5", "UTC"), "2027-08-01T00:00Z", 3)).toEqual([
      "2027-08-06T12:00Z",
      "2027-08-13T12:00Z",
      "2027-08-20T12:00Z",
    ]);
  });
});

it("takes time zones by their IANA names only", () => {
  expect(["Europe/Berlin", "UTC", "America/Argentina/Ushuaia"].map(isTimeZone)).toEqual([true, true, true]);
  expect(["+01:00", "Mars/Olympus", "", "Berlin"].map(isTimeZone)).toEqual([false, false, false, false]);
});

it.each([
  ["* * * * *", 3],
  ["*/7 5-9,23 * * *", 9],
  ["30 18 * * 1-5", 40],
  ["0 0 1,15 * *", 90],
])("counts the times of %s until a moment as one by one", (pattern, days) => {
  const plan = cron(pattern, "Europe/Berlin");
  const from = nextPlanned(plan, Date.parse("2027-01-31T12:34:56Z")) ?? 0;
  for (const until of [from, from + 59_999, from + 60_000, from + days * 86_400_000]) {
    let [count, last] = [0, from];
    for (let next: number | null = from; next !== null && next <= until; next = nextPlanned(plan, next)) {
      last = next;
      count++;
    }
    expect(plannedTimes(plan, from, until)).toEqual({ count, last });
  }
});

it("counts minutes over years by days, and the last year singly", () => {
  const from = Date.parse("2027-01-01T00:00Z");
  const until = from + 1000 * 86_400_000;
  const { count, last } = plannedTimes(cron("* * * * *", "UTC"), from, until);
  expect([count, last]).toEqual([366 * 1440 + 1, until]);
});

it("uses and counts the first of two equal local times", () => {
  const plan = cron("30 2 * * *", "Europe/Berlin");
  const from = Date.parse("2027-10-31T00:30Z");
  expect(plannedTimes(plan, from, from + 2 * 3_600_000)).toEqual({ count: 1, last: from });
  expect(plannedTimes(plan, from, from + 40 * 60_000)).toEqual({ count: 1, last: from });
});
