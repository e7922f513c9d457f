import { expect, it } from "vitest";
import {
  changesOf,
  move,
  placed,
  resized,
} from "../../../../web/src/features/dashboard/arranging/arranging.ts";
import { type DashboardTile, tilesOf } from "../../../../web/src/features/dashboard/tiles.ts";
import { aDevice } from "../../../support/nouns.ts";

const level = {
  key: "level",
  name: null,
  unit: null,
  value: 4,
  at: "2027-05-03T12:02:00.000Z",
  by_http: false,
};
const control = {
  key: "dim",
  kind: "number",
  wanted: null,
  wanted_at: null,
  reported: null,
  reported_at: null,
};

const devicesOf = (...places: (number | null)[]) =>
  places.map((place, at) =>
    aDevice({ id: `d${at}`, tiles: place === null ? [] : [{ key: null, place, size: "S" }] }),
  );
const ids = (tiles: readonly DashboardTile[]) => tiles.map(({ id }) => id);
const places = (tiles: readonly DashboardTile[]) => tiles.map(({ place }) => place);

it.each([
  [0, 2, ["b", "c", "a"]],
  [2, 0, ["c", "a", "b"]],
  [1, 1, ["a", "b", "c"]],
  [2, 3, ["a", "b", "c"]],
  [0, -1, ["a", "b", "c"]],
])("an entry moves from %i to %i, and not out of the list", (from, to, after) => {
  expect(move(["a", "b", "c"], from, to)).toEqual(after);
});

it("tiles without a place follow the others in the order of their devices", () => {
  expect(ids(tilesOf(devicesOf(null, 9, null, 3)))).toEqual(["d3", "d1", "d0", "d2"]);
});

it("only values that the owner chose are tiles, and a device with controls is large until it is arranged", () => {
  const chosen = aDevice({ id: "a", shown_values: ["level"], values: [level] });
  const unchosen = aDevice({ id: "b", shown_values: null, values: [level], controls: [control as never] });
  const small = { ...unchosen, id: "c", tiles: [{ key: null, place: 1, size: "S" as const }] };
  expect(tilesOf([chosen, unchosen, small]).map(({ id, size }) => `${id} ${size}`)).toEqual([
    "c S",
    "a S",
    "a level S",
    "b L",
  ]);
});

it("a tile that moves between two with a gap changes alone", () => {
  const tiles = tilesOf(devicesOf(1_000, 2_000, 3_000));
  const after = placed(move(tiles, 2, 1), 1);
  expect(places(after)).toEqual([1_000, 1_500, 2_000]);
  expect(changesOf(tiles, after)).toEqual([
    { device: tiles[2]?.device, tiles: [{ key: null, place: 1_500, size: "S" }] },
  ]);
  expect(places(placed(move(tiles, 0, 2), 2))).toEqual([2_000, 3_000, 4_000]);
  expect(places(placed(move(tiles, 2, 0), 0))).toEqual([500, 1_000, 2_000]);
});

it.each([
  ["have no place", [null, null, null]],
  ["leave no gap", [1, 2, 3]],
  ["stand at one place", [5, 5, 5]],
])("all tiles are placed anew when they %s", (_, before) => {
  expect(places(placed(move(tilesOf(devicesOf(...before)), 2, 1), 1))).toEqual([1_000, 2_000, 3_000]);
});

it("a size changes one tile, which then has a place", () => {
  const tiles = tilesOf(devicesOf(1_000, 2_000));
  expect(changesOf(tiles, resized(tiles, 1))).toEqual([
    { device: tiles[1]?.device, tiles: [{ key: null, place: 2_000, size: "L" }] },
  ]);
  expect(places(resized(tilesOf(devicesOf(null)), 0))).toEqual([1_000]);
});
