import {
  type MouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Arranging } from "./use-arranging.ts";

/** A press that moves less is a click. Pixels. */
const SLACK = 4;

interface Drag {
  id: string;
  pointer: number;
  x: number;
  y: number;
  hasMoved: boolean;
  /** The tile that was passed last: while the pointer stays on it, tiles of two sizes do not swap again. */
  passed: string | null;
}

interface Dragging {
  /** The element that follows the pointer. */
  ghost: RefObject<HTMLParagraphElement | null>;
  isDragging: boolean;
  /** For the button by which a tile is dragged. */
  begin(id: string, event: ReactPointerEvent): void;
  /** Whether this click ends a drag. */
  wasDrag(event: MouseEvent): boolean;
}

const tileAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-tile]")?.dataset.tile ?? null;

/** Listens on the document: an element that changes its place in the tree loses a captured pointer. */
export function useDrag(arranging: Arranging): Dragging {
  const latest = useRef(arranging);
  latest.current = arranging;
  const drag = useRef<Drag | null>(null);
  const ghost = useRef<HTMLParagraphElement>(null);
  const hasEnded = useRef(false);
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const follow = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
      const { current: held } = drag;
      if (held?.pointer !== pointerId) return;
      if (held.hasMoved) pass(held, tileAt(x, y), latest.current);
      else if (Math.hypot(x - held.x, y - held.y) >= SLACK) {
        held.hasMoved = true;
        setDragging(true);
        latest.current.lift(held.id);
      }
      if (ghost.current) ghost.current.style.translate = `${x}px ${y}px`;
    };
    const end = (how: "drop" | "takeBack") => {
      const { current: held } = drag;
      drag.current = null;
      if (!held?.hasMoved) return;
      hasEnded.current = true;
      setDragging(false);
      latest.current[how]();
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener("pointermove", follow, { signal });
    document.addEventListener("pointerup", () => end("drop"), { signal });
    document.addEventListener("pointercancel", () => end("takeBack"), { signal });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && end("takeBack"), { signal });
    return () => listeners.abort();
  }, []);
  return {
    ghost,
    isDragging,
    begin(id, { button, isPrimary, pointerId: pointer, clientX: x, clientY: y }) {
      hasEnded.current = false;
      if (button === 0 && isPrimary) drag.current = { id, pointer, x, y, hasMoved: false, passed: null };
    },
    wasDrag({ detail }) {
      const ends = hasEnded.current && detail > 0;
      hasEnded.current = false;
      return ends;
    },
  };
}

function pass(held: Drag, over: string | null, { tiles, moveTo }: Arranging): void {
  if (over === held.passed) return;
  held.passed = over === held.id ? null : over;
  if (held.passed !== null) moveTo(tiles.findIndex(({ id }) => id === held.passed));
}
