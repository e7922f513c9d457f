/** What arranging tiles changes. Pure. */

import type { Device } from "../../../../../worker/contract/devices.ts";
import type { Tile } from "../../../../../worker/contract/tiles.ts";
import type { DashboardTile } from "../tiles.ts";

type Tiles = readonly DashboardTile[];

/** Returns the list with the entry at `from` moved to `to`. */
export function move<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const moved = list[from];
  if (moved === undefined || from === to || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Distance of neighbours that are placed anew: a tile that is moved between them changes alone. */
const GAP = 1_000;

const isPlaced = (tiles: Tiles): boolean =>
  tiles.every(({ place }, at) => place !== null && place > (tiles[at - 1]?.place ?? -1));

/** Gives places to tiles of which the one at `at` was moved or resized. Few tiles change: each device is a call. */
export function placed(tiles: Tiles, at: number): Tiles {
  if (isPlaced(tiles)) return tiles;
  const before = tiles[at - 1]?.place ?? 0;
  const after = tiles[at + 1]?.place ?? before + 2 * GAP;
  const alone = tiles.map((tile, index) =>
    index === at ? { ...tile, place: Math.floor((before + after) / 2) } : tile,
  );
  return isPlaced(alone) ? alone : tiles.map((tile, index) => ({ ...tile, place: (index + 1) * GAP }));
}

export const resized = (tiles: Tiles, at: number): Tiles =>
  placed(
    tiles.map((tile, index) => (index === at ? { ...tile, size: tile.size === "S" ? "L" : "S" } : tile)),
    at,
  );

/** As the API takes them. */
const storedTiles = (tiles: Tiles, device: Device): Tile[] =>
  tiles
    .filter((tile) => tile.device.id === device.id)
    .flatMap(({ value, place, size }) => (place === null ? [] : [{ key: value?.key ?? null, place, size }]))
    .sort((a, b) => a.place - b.place);

/** The devices whose tiles differ. */
export function changesOf(before: Tiles, after: Tiles): { device: Device; tiles: Tile[] }[] {
  const devices = after.filter(({ value }) => value === null).map(({ device }) => device);
  return devices
    .map((device) => ({ device, tiles: storedTiles(after, device) }))
    .filter(({ device, tiles }) => JSON.stringify(tiles) !== JSON.stringify(storedTiles(before, device)));
}
