/** Tiles of the dashboard. Pins decide which there are: of a device, and of each value that lists show. */

import * as z from "zod";
import { choice, dictionary, list, named, text, wholeNumber } from "./fields.ts";
import { MAX_SERIES_NAME, MAX_TILES } from "./limits.ts";

const TILE_SIZES = ["S", "L"] as const;

/** Tiles are ordered by place. The greatest place is far above the number of tiles, so that there are gaps. */
const MAX_TILE_PLACE = 1_000_000_000;

export const Tile = named("Tile", {
  /** The key of a value; null: the device itself. */
  key: z.string().nullable(),
  place: z.int(),
  size: z.enum(TILE_SIZES),
});
export type Tile = z.infer<typeof Tile>;

export const givenTiles = () =>
  list(
    dictionary({
      key: text({ max: MAX_SERIES_NAME }).nullable(),
      place: wholeNumber({ min: 0, max: MAX_TILE_PLACE }),
      size: choice(TILE_SIZES),
    }),
    MAX_TILES,
  );
