/** The tiles of the dashboard: which there are, in which order and size. Pure. */

import type { Device } from "../../../../worker/contract/devices.ts";
import type { LastValue } from "../../../../worker/contract/series.ts";
import type { Tile } from "../../../../worker/contract/tiles.ts";

export interface DashboardTile {
  id: string;
  device: Device;
  /** Null: the tile of the device itself. */
  value: LastValue | null;
  size: Tile["size"];
  /** Null until it is arranged. */
  place: number | null;
}

/** Controls need the width. */
const usualSize = ({ controls }: Device): Tile["size"] => (controls.length > 0 ? "L" : "S");

function tilesOfDevice(device: Device): DashboardTile[] {
  // without a choice of the owner the device's tile shows its values
  const values = device.shown_values === null ? [] : device.values;
  return [null, ...values].map((value) => {
    const key = value?.key ?? null;
    const arranged = device.tiles.find((tile) => tile.key === key);
    return {
      id: key === null ? device.id : `${device.id} ${key}`,
      device,
      value,
      size: arranged?.size ?? (value ? "S" : usualSize(device)),
      place: arranged?.place ?? null,
    };
  });
}

const placeOf = ({ place }: DashboardTile): number => place ?? Number.MAX_SAFE_INTEGER;

/** A tile without a place, for example of a new pin, follows those that were arranged. */
export const tilesOf = (devices: readonly Device[]): DashboardTile[] =>
  devices.flatMap(tilesOfDevice).sort((a, b) => placeOf(a) - placeOf(b));

/** Widths, and the least heights. */
const LOOKS = {
  device: { S: "min-h-17 col-span-2 only:sm:col-span-4", L: "min-h-17 col-span-2 sm:col-span-4" },
  value: { S: "min-h-20", L: "min-h-48 col-span-2" },
};

/** Tiles read from left to right, without gaps being filled by later ones: the order is that of the keyboard. */
export const TILE_GRID = "grid grid-cols-2 gap-2 p-2 sm:grid-cols-4 sm:gap-3 sm:p-3";
export const tileClass = ({ value, size }: Pick<DashboardTile, "value" | "size">): string =>
  `min-w-0 rounded-md border border-hairline ${LOOKS[value ? "value" : "device"][size]}`;
