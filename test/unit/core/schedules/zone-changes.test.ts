/** Zones whose rules changed after the runtime's data. */

import { describe, expect, it } from "vitest";
import { ZONE_CHANGES, zoneAt } from "../../../../broker/contract/zone-changes.ts";
import { localAt, momentOf } from "../../../../broker/schedules/local-time.ts";
import { plannedAfter } from "../../../../broker/schedules/planned.ts";
import { lackedZones, listedZones } from "../../../support/wrong-zones.ts";

const next = (cron: string, timeZone: string, after: string, count = 1) =>
  plannedAfter({ timing: { cron }, timeZone, place: null }, Date.parse(after), count).map((at) =>
    new Date(at).toISOString().replace(":00.000Z", "Z"),
  );

describe("a zone whose rules changed", () => {
  it.each(["America/Havana", "Cuba", "america/havana", "CUBA"])(
    "%s has 7:00 at 11:00Z until 2027-03-14",
    (zone) => {
      expect(next("0 7 * * *", zone, "2026-10-31T00:00Z", 2)).toEqual([
        "2026-10-31T11:00Z",
        "2026-11-01T11:00Z",
      ]);
      expect(next("0 7 * * *", zone, "2026-12-24T12:00Z")).toEqual(["2026-12-25T11:00Z"]);
      expect(next("0 7 * * *", zone, "2027-03-12T12:00Z", 3)).toEqual([
        "2027-03-13T11:00Z",
        "2027-03-14T11:00Z",
        "2027-03-15T11:00Z",
      ]);
      // no hour is skipped or doubled, at neither end
      expect(next("30 0 * * *", zone, "2026-10-31T12:00Z")).toEqual(["2026-11-01T04:30Z"]);
      expect(next("30 0 * * *", zone, "2027-03-13T12:00Z")).toEqual(["2027-03-14T04:30Z"]);
      // the next change is that of every year
      expect(next("0 7 * * *", zone, "2027-11-06T00:00Z", 2)).toEqual([
        "2027-11-06T11:00Z",
        "2027-11-07T12:00Z",
      ]);
    },
  );

  it.each(["America/Winnipeg", "America/Rainy_River", "Canada/Central"])(
    "%s has one time from now on",
    (zone) => {
      for (const year of [2026, 2027, 2030]) {
        expect(next("0 7 * * *", zone, `${year}-12-01T00:00Z`)).toEqual([`${year}-12-01T12:00Z`]);
        expect(next("0 7 * * *", zone, `${year}-07-01T00:00Z`)).toEqual([`${year}-07-01T12:00Z`]);
      }
    },
  );

  it("Inuvik too", () => {
    expect(next("0 7 * * *", "America/Inuvik", "2027-01-01T00:00Z")).toEqual(["2027-01-01T13:00Z"]);
  });

  it("leaves the past and other zones alone", () => {
    expect(localAt(Date.parse("2025-12-01T12:00Z"), "America/Havana")).toBe(Date.parse("2025-12-01T07:00Z"));
    expect(zoneAt("America/New_York", Date.parse("2026-12-01T12:00Z"))).toBe("America/New_York");
  });

  it("has every local time once, at its moment", () => {
    for (const { zones, from, until } of ZONE_CHANGES) {
      const [zone = ""] = zones;
      for (
        let at = Date.parse(from) - 86_400_000;
        at < Math.min(Date.parse(until), Date.parse(from) + 2e10);
        at += 1_800_000
      )
        expect(momentOf(localAt(at, zone), zone)).toBe(at);
    }
  });
});

describe("the table", () => {
  it("lists what Node lacks: a row that Node knows can go, or loses its word", () => {
    expect(lackedZones()).toEqual(listedZones("Node"));
  });

  it("has no row that every runtime knows", () => {
    expect(ZONE_CHANGES.filter(({ lackedBy }) => lackedBy.length === 0)).toEqual([]);
  });
});
