import { describe, expect, it } from "vitest";
import {
  deviceNames,
  eventsQueryOf,
  hasDeviceName,
  namedOf,
} from "../../../../web/src/features/events/events-screen.tsx";
import {
  isFiltered,
  parseFilters,
  withFilter,
  wrongIn,
} from "../../../../web/src/features/events/filters.ts";
import { filterSearch } from "../../../../web/src/lib/link-search.ts";

const event = (device_name: string, device_id: string) => ({
  id: crypto.randomUUID(),
  device_id,
  device_name,
  event_type: "connected",
  actor: null,
  schedule: null,
  count: 1,
  created_at: "2026-11-20T12:00:00.000Z",
});
const known = [
  event("Lamp", "d1"),
  event("Fan", "d2"),
  event("Lamp", "d1"),
  event("Twin", "d3"),
  event("Twin", "d4"),
];

describe("filters in the address", () => {
  it("are applied", () => {
    const address = { device: "Lamp", search: "on", status: "turned_on", date: "2026-11-20" };
    expect(parseFilters(address)).toEqual(address);
  });

  it("cover both kinds of switch", () => {
    expect(eventsQueryOf(parseFilters({ status: "switched" }), known)).toEqual({ event_type: "switched" });
  });

  it("may look like numbers", () => {
    expect(parseFilters(filterSearch({ device: 7, search: 42 }))).toEqual({ device: "7", search: "42" });
  });

  it.each([
    ["nothing", {}],
    ["an unknown status", { status: "exploded" }],
    ["a day that there is not", { date: "2026-02-30" }],
    ["no day at all", { date: "yesterday" }],
    ["other types", { device: ["a"], search: { b: 1 }, status: true, date: 20261120 }],
    ["empty words", { device: "", search: "" }],
  ])("with %s filter nothing", (_what, address) => {
    expect(isFiltered(parseFilters(filterSearch(address)))).toBe(false);
  });

  it("are reported where they are invalid, and stay in the address [F376]", () => {
    const address = filterSearch({ status: "exploded", date: "2026-02-30", device: "Lamp" });
    expect(wrongIn(address)).toEqual([
      "There is no status “exploded”: all are shown.",
      "“2026-02-30” is not a date like 2026-11-20: all are shown.",
    ]);
    expect(parseFilters(address)).toEqual({ device: "Lamp" });
    expect(wrongIn(filterSearch({ date: 20261120 }))).toHaveLength(1);
    expect(wrongIn(filterSearch({ status: "errored", date: "2026-02-28", search: ["a"] }))).toEqual([]);
  });

  it("change one by one", () => {
    const filters = withFilter({ device: "Lamp" }, "status", "errored");
    expect(filters).toEqual({ device: "Lamp", status: "errored" });
    expect(withFilter(filters, "device", "")).toEqual({ status: "errored" });
    expect(withFilter(filters, "status", undefined)).toEqual({ device: "Lamp" });
  });
});

describe("the request to the API", () => {
  it("offers each device name once, in order", () => {
    expect(deviceNames(known)).toEqual(["Fan", "Lamp", "Twin"]);
  });

  it("includes long-silent devices of the list [F376]", () => {
    const all = [...known, namedOf({ id: "d5", name: "Attic" })];
    expect(deviceNames(all)).toEqual(["Attic", "Fan", "Lamp", "Twin"]);
    expect(eventsQueryOf({ device: "Attic" }, all)).toEqual({ device: "d5" });
  });

  it("uses the device id when the name is one device's", () => {
    expect(eventsQueryOf({ device: "Lamp", search: "on" }, known)).toEqual({ device: "d1", search: "on" });
  });

  it("searches for an ambiguous or unknown name, and compares exactly", () => {
    expect(eventsQueryOf({ device: "Twin" }, known)).toEqual({ search: "Twin" });
    expect(eventsQueryOf({ device: "Gone" }, known)).toEqual({ search: "Gone" });
    expect(known.filter((each) => hasDeviceName({ device: "Twin" }, each))).toHaveLength(2);
    expect(known.filter((each) => hasDeviceName({}, each))).toHaveLength(5);
  });

  it("covers one day of the time zone that is shown, without the next day's first moment", () => {
    const { from, to, event_type } = eventsQueryOf({ date: "2026-03-29", status: "errored" }, known);
    expect(event_type).toBe("errored");
    expect(new Date(from ?? "")).toEqual(new Date(2026, 2, 29));
    expect(new Date(to ?? "")).toEqual(new Date(2026, 2, 30));
  });
});
