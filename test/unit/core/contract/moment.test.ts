/** Moments that people and programs write: only those that exist. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { machineMoment, readMoment, utcMoment } from "../../../../broker/contract/moment.ts";

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

describe("a moment of a person", () => {
  test.each([
    ["2027-03-01", "2027-03-01T00:00:00.000Z"],
    ["2028-02-29", "2028-02-29T00:00:00.000Z"],
    ["2000-02-29T12:00", "2000-02-29T12:00:00.000Z"],
    ["2026-11-28T10:00Z", "2026-11-28T10:00:00.000Z"],
    ["2026-11-28T10:00-05:30", "2026-11-28T15:30:00.000Z"],
    ["2026-11-28T10:00:59.1234567Z", "2026-11-28T10:00:59.123Z"],
    ["2026-12-31T24:00Z", "2027-01-01T00:00:00.000Z"],
    ["0027-01-01", "0027-01-01T00:00:00.000Z"],
  ])("%s is %s", (text, at) => {
    expect(iso(utcMoment(text))).toBe(at);
  });

  test.each([
    "2027-02-29",
    "2027-02-30T00:00:00Z",
    "2027-02-31",
    "2027-02-32",
    "2100-02-29",
    "2027-04-31T07:00:00Z",
    "2027-06-31",
    "2027-09-31",
    "2027-11-31T00:00+01:00",
    "2027-00-01",
    "2027-13-01",
    "2027-01-00",
    "2027-01-01T24:30",
    "2027-01-01T24:00:01Z",
    "2027-01-01T25:00Z",
    "2027-01-01T12:60Z",
    "2016-12-31T23:59:60Z",
    "2027-01-01T12:00+24:30",
    "2027-01-01T12:00+01:60",
    "2027-01-01T12Z",
    "2027-1-1",
    "2027-01-01 12:00",
    "12027-01-01",
    "tomorrow",
    "1700000000",
    "",
  ])("%s does not exist", (text) => {
    expect(utcMoment(text)).toBeNull();
  });

  test("without a zone it has no offset, and without a time it says so", () => {
    expect(readMoment("2027-03-28T02:30")).toMatchObject({ offset: null, hasTime: true });
    expect(readMoment("2027-03-28")).toMatchObject({ offset: null, hasTime: false });
    expect(readMoment("2027-03-28T02:30+02:00")).toMatchObject({ offset: 7_200_000 });
  });

  test("each day of four centuries exists once, and no other", () => {
    const days = Array.from({ length: 146_097 }, (_, n) =>
      new Date(n * 86_400_000).toISOString().slice(0, 10),
    );
    expect(days.find((day) => iso(utcMoment(day))?.slice(0, 10) !== day)).toBeUndefined();
    const all = fc.tuple(fc.integer({ min: 1970, max: 2369 }), fc.integer({ min: 1, max: 12 }), fc.nat(39));
    const isDay = new Set(days);
    fc.assert(
      fc.property(all, ([year, month, day]) => {
        const text = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
        expect(utcMoment(text) !== null).toBe(isDay.has(text));
      }),
    );
  });
});

describe("a moment of a board", () => {
  const AT = "2026-11-28T13:35:36.000Z";
  const SECONDS = Date.parse(AT) / 1000;
  test.each<[unknown, string]>([
    [SECONDS, AT],
    [String(SECONDS), AT],
    [` ${SECONDS} `, AT],
    [`${SECONDS}.5`, "2026-11-28T13:35:36.500Z"],
    [SECONDS + 0.5, "2026-11-28T13:35:36.500Z"],
    [SECONDS * 1e3, AT],
    [`${SECONDS}000`, AT],
    [SECONDS * 1e6, AT],
    [`${SECONDS}000000`, AT],
    [SECONDS * 1e9, AT],
    [`${SECONDS}000000000`, AT],
    [`${SECONDS}123456789`, "2026-11-28T13:35:36.123Z"],
    ["2026-11-28T08:35:36-0500", AT],
    ["2026-11-28T13:35:36+00", AT],
    ["2026-11-28T14:35:36+01", AT],
    ["2026-11-28T13:35:36,123Z", "2026-11-28T13:35:36.123Z"],
    ["2026-11-28T13:35:36.123456789Z", "2026-11-28T13:35:36.123Z"],
    ["20261128T133536Z", AT],
    ["20261128T133536.5Z", "2026-11-28T13:35:36.500Z"],
    ["20261128T083536-0500", AT],
    ["20261128T1335Z", "2026-11-28T13:35:00.000Z"],
    ["20261128T130000Z", "2026-11-28T13:00:00.000Z"],
    // the forms of network servers: The Things Stack, Particle, ThingPark
    ["2026-11-28T13:35:36.123456789+00:00", "2026-11-28T13:35:36.123Z"],
    ["2026-11-28T14:35:36.123+01:00", "2026-11-28T13:35:36.123Z"],
    ["2026-11-28T13:35:36z", AT],
    ["2026-11-28t13:35:36z", AT],
    ["2026-11-28 13:35:36Z", AT],
    ["2026-11-28 13:35:36.000+00", AT],
    ["2026-11-28 08:35:36 -0500", AT],
    ["2026-11-28T13:35Z", "2026-11-28T13:35:00.000Z"],
    [0, "1970-01-01T00:00:00.000Z"],
  ])("%j is %s", (value, at) => {
    expect(iso(machineMoment(value))).toBe(at);
  });

  test("each unit keeps the millisecond, as a number, in text and as a board computes it", () => {
    const milliseconds = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2100, 0) });
    fc.assert(
      fc.property(milliseconds, fc.integer({ min: 0, max: 998 }), (at, micro) => {
        const micros = BigInt(at) * 1000n + BigInt(micro);
        const written = [
          at / 1000,
          (at / 1000) * 1000,
          at * 1000 + micro,
          Number(micros) / 1e6,
          Number(micros * 1000n),
        ];
        const texts = [
          `${at / 1000}`,
          `${micros}`,
          `${micros * 1000n}`,
          `${at}.${String(micro).padStart(3, "0")}`,
        ];
        expect([...written, ...texts].map(machineMoment)).toEqual([...written, ...texts].map(() => at));
      }),
      { numRuns: 2000 },
    );
  });

  test.each<unknown>([
    "2026-02-30T13:00:00Z",
    "20260230T130000Z",
    "2026-02-29 13:00:00+00",
    "2026-11-28T24:30Z",
    "2026-11-28T13:35:36+2430",
    "2016-12-31T23:59:60Z",
    "2026-W48-6T13:35:36Z",
    "2026-332T13:35:36Z",
    "20261128133536Z",
    "2026-11-28T13:35:36",
    "2026-1128T13:35:36Z",
    "2026-11-28T13:3536Z",
    "2026-11-28",
    "yesterday",
    "",
    "-1",
    "1e9",
    "0x10",
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e30,
    true,
    null,
    undefined,
    [SECONDS],
    { at: SECONDS },
  ])("%j is no time", (value) => {
    expect(machineMoment(value)).toBeNull();
  });
});
