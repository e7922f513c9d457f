/** ISO 8601 durations: of a fixed length, and from a moment of the calendar. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { durationOf, endOfDuration, parseDuration, secondsOf } from "../../../../worker/contract/duration.ts";
import { endOfToken } from "../../../../worker/contract/tokens.ts";

const endOf = (duration: string, from: string): string => {
  const parsed = parseDuration(duration);
  if (parsed === null) throw new Error(duration);
  return new Date(endOfDuration(parsed, Date.parse(from))).toISOString().replace(".000Z", "Z");
};

describe("a duration of a fixed length", () => {
  it.each<[string, number]>([
    ["P2W", 1_209_600],
    ["P1W2DT3H", 788_400],
    ["PT0.5H", 1800],
    ["PT0,5H", 1800],
    ["P1DT12H", 129_600],
    ["P0.5W", 302_400],
    ["PT1M1.5S", 61.5],
    ["p1d", 86_400],
    [" +PT90M ", 5400],
    ["-PT30M", -1800],
    ["-PT0S", 0],
    ["PT720H", 2_592_000],
  ])("%s has %d seconds", (text, seconds) => {
    expect(secondsOf(text)).toBe(seconds);
  });

  it.each(
    "P PT P1 1D P1DT PT.5H PT5.H PT0.5H1M P1.5DT1H PT1S1M P1H PT1D P1W1Y P-1D P1e3D PT1..5S P1Y,5M soon".split(
      " ",
    ),
  )("%s is not a duration", (text) => {
    expect([secondsOf(text), parseDuration(text)]).toEqual([null, null]);
  });

  it.each(["P1Y", "P6M", "P0.5M", "P1Y2W", "P1M1DT1H"])("%s has none without a calendar", (text) => {
    expect(secondsOf(text)).toBeNull();
    expect(parseDuration(text)).not.toBeNull();
  });

  it("is the sum of its parts, of which the last may have a fraction", () => {
    const sizes = [604_800, 86_400, 3600, 60, 1];
    const parts = fc.tuple(...sizes.map(() => fc.option(fc.nat(9999), { nil: undefined })));
    fc.assert(
      fc.property(parts, fc.nat(999), fc.constantFrom(".", ","), (counts, thousandths, mark) => {
        const last = counts.findLastIndex((count) => count !== undefined);
        fc.pre(last >= 0);
        const fraction = String(thousandths).padStart(3, "0");
        const texts = counts.map((count, at) =>
          count === undefined ? "" : `${count}${at === last ? `${mark}${fraction}` : ""}${"WDHMS"[at]}`,
        );
        const time = texts.slice(2).join("");
        const text = `P${texts.slice(0, 2).join("")}${time && `T${time}`}`;
        const whole = counts.reduce<number>((sum, count, at) => sum + (count ?? 0) * (sizes[at] ?? 0), 0);
        const expected = whole + (thousandths * (sizes[last] ?? 0)) / 1000;
        expect(secondsOf(text)).toBeCloseTo(expected, 3);
        // what the API shows of it is the same duration
        expect(secondsOf(durationOf(expected))).toBeCloseTo(expected, 3);
      }),
    );
  });
});

describe("a duration of the calendar", () => {
  it.each([
    ["P1Y", "2027-03-05T10:00:00Z", "2028-03-05T10:00:00Z"],
    ["P1Y", "2028-02-29T10:00:00Z", "2029-02-28T10:00:00Z"],
    ["P1M", "2027-01-31T10:00:00Z", "2027-02-28T10:00:00Z"],
    ["P6M", "2027-08-31T10:00:00Z", "2028-02-29T10:00:00Z"],
    ["P1Y1M1W1DT1H", "2027-12-01T00:00:00Z", "2029-01-09T01:00:00Z"],
    ["P0.5Y", "2027-01-01T00:00:00Z", "2027-07-01T00:00:00Z"],
    // half of the 28 days of February
    ["P0.5M", "2027-02-01T00:00:00Z", "2027-02-15T00:00:00Z"],
    ["P1.5M", "2027-01-01T00:00:00Z", "2027-02-15T00:00:00Z"],
    ["-P1M", "2027-03-31T00:00:00Z", "2027-02-28T00:00:00Z"],
  ])("%s from %s", (duration, from, end) => {
    expect(endOf(duration, from)).toBe(end);
  });

  it("never ends before a shorter one from the same moment", () => {
    const moment = fc.integer({ min: 0, max: 4e12 });
    const months = fc.integer({ min: 0, max: 1200 }).map((tenths) => tenths / 10);
    fc.assert(
      fc.property(moment, months, months, (from, some, more) => {
        const end = (count: number) => endOfDuration({ sign: 1, months: count, seconds: 0 }, from);
        expect(end(Math.min(some, more))).toBeLessThanOrEqual(end(Math.max(some, more)));
        expect(end(some)).toBeGreaterThanOrEqual(from);
      }),
    );
  });
});

it("a token ends after ten years at the latest, also where these have one leap day more", () => {
  const now = Date.parse("2026-11-26T12:00:00Z");
  const end = (text: string) => endOfToken(now, parseDuration(text) ?? Number.NaN);
  expect(end("P10Y")).toBe(Date.parse("2036-11-26T12:00:00Z"));
  expect(end("P1Y")).toBe(Date.parse("2027-11-26T12:00:00Z"));
  expect(end("P3652D")).not.toBeNull();
  for (const text of ["P10YT1S", "P121M", "P3653D", "P999999999Y"]) expect(end(text)).toBeNull();
});
