import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from "react";
import type { Device } from "../../../../../worker/contract/devices.ts";
import { ValueName } from "../../../devices/value-line.tsx";
import { classNames } from "../../../lib/class-names.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { announce } from "../../../ui/messages/announcer.tsx";
import { type DashboardTile, TILE_GRID, tileClass } from "../tiles.ts";
import { type Arranging, tileName, useArranging } from "./use-arranging.ts";
import { useDrag } from "./use-drag.ts";

const HELP =
  "Drag a tile. Or press Enter on its name, move it with the arrow keys, and press Enter to drop it. Esc takes it back.";

/** The dashboard's tiles while they are arranged: names, places and sizes, without what they show. */
export default function ArrangeTiles({ devices }: { devices: readonly Device[] }) {
  const arranging = useArranging(devices);
  const { tiles, lifted } = arranging;
  const dragging = useDrag(arranging);
  const helpId = useId();
  useEffect(() => announce(HELP), []);
  const held = tiles.find(({ id }) => id === lifted);
  return (
    <>
      <p id={helpId} className="px-3 pt-3 text-sm text-soft sm:px-5">
        {HELP}
      </p>
      <ul aria-label="Tiles" className={classNames(TILE_GRID, "select-none")}>
        {tiles.map((tile, at) => (
          <ArrangedTile
            key={tile.id}
            tile={tile}
            at={at}
            arranging={arranging}
            dragging={dragging}
            helpId={helpId}
          />
        ))}
      </ul>
      {dragging.isDragging && held && (
        <p
          ref={dragging.ghost}
          aria-hidden="true"
          className="pointer-events-none fixed top-2 left-2 z-50 max-w-60 truncate rounded-md border border-ink bg-panel px-3 py-1.5 text-sm font-medium shadow-lift"
        >
          {tileName(held)}
        </p>
      )}
    </>
  );
}

/** Where a key moves a lifted tile of the position `at`; null for other keys. */
function placeAfter(key: string, at: number, count: number): number | null {
  if (key === "ArrowLeft" || key === "ArrowUp") return Math.max(at - 1, 0);
  if (key === "ArrowRight" || key === "ArrowDown") return Math.min(at + 1, count - 1);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

function pressLifted(event: KeyboardEvent, at: number, { tiles, moveTo, drop, takeBack }: Arranging): void {
  const { key } = event;
  const to = placeAfter(key, at, tiles.length);
  if (key === "Escape") takeBack();
  else if (to !== null) moveTo(to);
  // the focus leaves the tile
  else if (key === "Tab") drop();
  if (key === "Escape" || to !== null) event.preventDefault();
}

interface ArrangedTileProps {
  tile: DashboardTile;
  at: number;
  arranging: Arranging;
  dragging: ReturnType<typeof useDrag>;
  helpId: string;
}

function ArrangedTile({ tile, at, arranging, dragging, helpId }: ArrangedTileProps) {
  const { device, value, size } = tile;
  const isLifted = arranging.lifted === tile.id;
  const nameId = useId();
  const frame = useKeptFocus(at, isLifted);
  return (
    <li
      ref={frame}
      data-tile={tile.id}
      data-selected={isLifted}
      className={classNames(
        tileClass(tile),
        "flex scroll-my-24 flex-wrap items-center justify-between gap-1 p-1.5",
        isLifted && "border-ink! bg-well",
      )}
    >
      <button
        type="button"
        aria-pressed={isLifted}
        aria-describedby={helpId}
        onPointerDown={(event) => dragging.begin(tile.id, event)}
        onClick={(event) => {
          if (dragging.wasDrag(event)) return;
          if (isLifted) arranging.drop();
          else arranging.lift(tile.id);
        }}
        onKeyDown={(event) => isLifted && pressLifted(event, at, arranging)}
        className="flex min-h-11 min-w-0 flex-1 basis-28 cursor-grab items-center gap-2 rounded-sm pl-1 text-left text-sm"
      >
        <Grip />
        <span id={nameId} className="grid min-w-0">
          <span dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
            {device.name}
          </span>
          {value && <ValueName lastValue={value} className="truncate" />}
        </span>
      </button>
      <div className="flex shrink-0 items-center">
        <IconButton
          label="Earlier"
          namedBy={nameId}
          aria-disabled={at === 0 || undefined}
          onClick={() => arranging.step(tile.id, -1)}
        >
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <IconButton
          label="Later"
          namedBy={nameId}
          aria-disabled={at === arranging.tiles.length - 1 || undefined}
          onClick={() => arranging.step(tile.id, 1)}
        >
          <ChevronRight aria-hidden="true" />
        </IconButton>
        <Button
          size="sm"
          namedBy={nameId}
          aria-label={`Size ${size}`}
          title={size === "S" ? "Small: press for large" : "Large: press for small"}
          className="touch mx-1 w-8 px-0!"
          onClick={() => arranging.resize(tile.id)}
        >
          {size}
        </Button>
      </div>
    </li>
  );
}

/** An element that changes its place in the tree loses the focus. A lifted tile also stays in view. */
function useKeptFocus(at: number, isLifted: boolean) {
  const frame = useRef<HTMLLIElement>(null);
  const focused = useRef<Element | null>(null);
  const { activeElement } = document;
  if (frame.current?.contains(activeElement)) focused.current = activeElement;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position is the reason.
  useLayoutEffect(() => {
    const { current } = focused;
    focused.current = null;
    if (current instanceof HTMLElement && document.activeElement !== current)
      current.focus({ preventScroll: true });
    if (isLifted) frame.current?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }, [at, isLifted]);
  return frame;
}

/** Dragged with a finger, too: elsewhere on the tile a finger scrolls the page. */
const Grip = () => (
  <svg
    viewBox="0 0 16 24"
    className="h-11 w-5 shrink-0 touch-none text-soft"
    fill="currentColor"
    aria-hidden="true"
  >
    {[6, 12, 18].map((y) => (
      <path key={y} d={`M4 ${y}h2M10 ${y}h2`} stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    ))}
  </svg>
);
