import { expect, test } from "vitest";
import { roomsOf } from "../../../../web/src/devices/device-fields.tsx";
import { arranged, isGrouped } from "../../../../web/src/features/devices/arrange.ts";
import { type ListSearch, listSearch } from "../../../../web/src/lib/link-search.ts";
import type { Device } from "../../../../worker/contract/devices.ts";

const device = (name: string, fields: Partial<Device> = {}) =>
  ({ id: name, name, room: "", state: false, connected: false, last_seen: null, ...fields }) as Device;

const DEVICES = [
  device("Lamp 10", { room: "Kitchen", connected: true }),
  device("Heater", { state: true, last_seen: "2026-11-20T00:00:00Z" }),
  device("Lamp 2", { room: "Kitchen", last_seen: "2026-11-24T00:00:00Z" }),
  device("Fan", { room: "Attic", state: true }),
];
const names = (search: ListSearch) => arranged(DEVICES, search).map(({ name }) => name);

test.each<[ListSearch, string[]]>([
  [{}, ["Fan", "Lamp 2", "Lamp 10", "Heater"]],
  [{ sort: "name" }, ["Fan", "Heater", "Lamp 2", "Lamp 10"]],
  [{ sort: "state" }, ["Fan", "Heater", "Lamp 2", "Lamp 10"]],
  [{ sort: "seen" }, ["Lamp 10", "Lamp 2", "Heater", "Fan"]],
  [{ search: "kitchen 10" }, ["Lamp 10"]],
  [{ search: "LAMP" }, ["Lamp 2", "Lamp 10"]],
  [{ search: "cellar" }, []],
])("the list with %j", (search, expected) => {
  expect(names(search)).toEqual(expected);
});

test("only a list by room that knows rooms has headings", () => {
  expect(isGrouped(DEVICES, {})).toBe(true);
  expect(isGrouped(DEVICES, { sort: "name" })).toBe(false);
  expect(isGrouped([device("Lamp")], {})).toBe(false);
  expect(roomsOf(DEVICES)).toEqual(["Attic", "Kitchen"]);
});

test("an address that names no order or no text is no search", () => {
  expect(listSearch({ search: 7, sort: "seen", other: "x" })).toEqual({ search: "7", sort: "seen" });
  expect(listSearch({ search: ["a"], sort: "" })).toEqual({});
  expect(names({ sort: "size" })).toEqual(names({}));
});
