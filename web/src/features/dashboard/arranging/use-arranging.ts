import { useState } from "react";
import type { Device } from "../../../../../worker/contract/devices.ts";
import { announce } from "../../../ui/messages/announcer.tsx";
import { type DashboardTile, tilesOf } from "../tiles.ts";
import { move, placed, resized } from "./arranging.ts";
import { useSaving } from "./use-saving.ts";

type Tiles = readonly DashboardTile[];

export const tileName = ({ device, value }: DashboardTile): string =>
  value ? `${value.name ?? value.key} of ${device.name}` : device.name;

interface Lifted {
  id: string;
  /** The order to which Esc returns. */
  before: Tiles;
}

export interface Arranging {
  tiles: Tiles;
  /** The id of the tile that moves. */
  lifted: string | null;
  lift(id: string): void;
  moveTo(to: number): void;
  drop(): void;
  takeBack(): void;
  /** Moves a tile at once, without lifting it. */
  step(id: string, by: 1 | -1): void;
  resize(id: string): void;
}

const placeIn = (tiles: Tiles, id: string): number => tiles.findIndex((tile) => tile.id === id);

function say(tiles: Tiles, id: string, words: string): void {
  const at = placeIn(tiles, id);
  const tile = tiles[at];
  if (tile) announce(`${tileName(tile)} ${words} position ${at + 1} of ${tiles.length}.`);
}

/** The order that a person makes. Lists that arrive meanwhile do not change it. */
export function useArranging(devices: readonly Device[]): Arranging {
  const [tiles, setTiles] = useState<Tiles>(() => tilesOf(devices));
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const save = useSaving(tiles);
  const placeOf = (id: string) => placeIn(tiles, id);
  const keep = (next: Tiles) => {
    setTiles(next);
    void save(next);
  };
  return {
    tiles,
    lifted: lifted?.id ?? null,
    lift(id) {
      setLifted({ id, before: tiles });
      say(tiles, id, "lifted from");
    },
    moveTo(to) {
      if (lifted === null) return;
      const next = move(tiles, placeOf(lifted.id), to);
      if (next === tiles) return;
      setTiles(next);
      say(next, lifted.id, "moved to");
    },
    drop() {
      if (lifted === null) return;
      setLifted(null);
      say(tiles, lifted.id, "dropped at");
      if (placeOf(lifted.id) !== placeIn(lifted.before, lifted.id)) keep(placed(tiles, placeOf(lifted.id)));
    },
    takeBack() {
      if (lifted === null) return;
      setTiles(lifted.before);
      setLifted(null);
      say(lifted.before, lifted.id, "taken back to");
    },
    step(id, by) {
      const next = move(tiles, placeOf(id), placeOf(id) + by);
      if (next === tiles) return;
      keep(placed(next, placeIn(next, id)));
      say(next, id, "moved to");
    },
    resize(id) {
      const next = resized(tiles, placeOf(id));
      keep(next);
      const tile = next[placeOf(id)];
      if (tile) announce(`${tileName(tile)} is ${tile.size === "L" ? "large" : "small"}.`);
    },
  };
}
