import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, memo, type ReactNode, useEffect, useId, useRef } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Sign } from "../../ui/sign.tsx";
import { visibleText } from "./content.ts";
import { moveOf, typedRow } from "./moves.ts";
import type { Removal } from "./removal.ts";
import type { TreeRow } from "./tree.ts";

/** Pixels. A finger needs the taller ones. */
const [ROW, TOUCH_ROW] = [32, 44];
/** Deeper levels are not indented further: a topic of 500 levels would leave the screen. */
const MAX_INDENT = 12;
/** Letters typed within this time belong together. Milliseconds. */
const TYPING_MS = 600;

interface TopicTreeProps {
  rows: readonly TreeRow[];
  /** The key of the row that the keyboard is on; null: the first one. */
  active: string | null;
  /** The topic beside the tree. */
  chosen: string | null;
  className?: string;
  /** What stands at the right of a row. */
  aside(row: TreeRow): ReactNode;
  onActive(key: string): void;
  onChoose(topic: string): void;
  onOpen(keys: readonly string[]): void;
  onClose(key: string): void;
  onRemove(removal: Removal): void;
}

/**
 * The tree pattern of the ARIA Authoring Practices. Only rows in view are rendered, so the tree has the focus and names
 * its active row, which is rendered in any case.
 */
export function TopicTree(props: TopicTreeProps) {
  const { rows, active, chosen, className, aside, onActive, onChoose, onOpen, onClose, onRemove } = props;
  const box = useRef<HTMLDivElement>(null);
  const typed = useRef({ letters: "", at: 0 });
  const id = useId();
  const found = active === null ? 0 : rows.findIndex(({ key }) => key === active);
  const at = Math.max(0, found);
  const height = matchMedia("(pointer: coarse)").matches ? TOUCH_ROW : ROW;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (rows.length === 0 || shown.includes(at)) return shown;
      return [...shown, at].sort((a, b) => a - b);
    },
  });
  useEffect(() => {
    if (active !== null && found >= 0) virtualizer.scrollToIndex(found);
  }, [active, found, virtualizer]);

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moveOf(rows, at, event.key) ?? letterMove(event);
    if (move === null) return;
    event.preventDefault();
    if ("to" in move) activate(move.to);
    else if ("open" in move) onOpen(move.open);
    else if ("close" in move) onClose(move.close);
    else if ("remove" in move) remove(move.remove);
    else choose(move.choose);
  };
  const letterMove = ({ key, timeStamp }: KeyboardEvent) => {
    if ([...key].length !== 1) return null;
    const isSame = timeStamp - typed.current.at < TYPING_MS;
    typed.current = { letters: (isSame ? typed.current.letters : "") + key, at: timeStamp };
    const to = typedRow(rows, at, typed.current.letters);
    return to === null ? null : { to };
  };
  const activate = (index: number) => {
    const row = rows[index];
    if (row) onActive(row.key);
  };
  const remove = (index: number) => {
    const row = rows[index];
    if (row) onRemove({ topic: row.topic, isBranch: row.below > 0, count: row.below + 1 });
  };
  const choose = (index: number) => {
    const row = rows[index];
    if (row) onChoose(row.topic);
  };
  return (
    <div
      ref={box}
      role="tree"
      aria-label="Topics"
      aria-activedescendant={rows.length > 0 ? `${id}-${at}` : undefined}
      tabIndex={0}
      onKeyDown={press}
      className={classNames(
        "group/tree overflow-y-auto overscroll-contain -outline-offset-2 focus-visible:outline-2",
        className,
      )}
    >
      <div role="none" className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start, size }) => {
          const row = rows[index];
          return (
            row && (
              <Row
                key={key}
                id={`${id}-${index}`}
                row={row}
                top={start}
                height={size}
                isActive={index === at}
                isChosen={row.topic === chosen}
                aside={aside(row)}
                onChoose={onChoose}
                onOpen={onOpen}
                onClose={onClose}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

interface RowProps extends Pick<TopicTreeProps, "onChoose" | "onOpen" | "onClose"> {
  id: string;
  row: TreeRow;
  top: number;
  height: number;
  isActive: boolean;
  isChosen: boolean;
  aside: ReactNode;
}

const Row = memo(function Row(props: RowProps) {
  const { id, row, top, height, isActive, isChosen, aside, onChoose, onOpen, onClose } = props;
  const turn = () => (row.isOpen ? onClose(row.key) : onOpen([row.key]));
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys
    <div
      id={id}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.isOpen ?? undefined}
      aria-selected={isChosen}
      onClick={() => onChoose(row.topic)}
      className={classNames(
        "absolute inset-x-0 top-0 flex cursor-pointer items-center gap-1.5 pr-3 text-sm",
        isChosen ? "bg-well font-medium" : "hover:bg-well",
        isActive && "group-focus-visible/tree:outline-2 group-focus-visible/tree:-outline-offset-4",
      )}
      style={{
        height,
        transform: `translateY(${top}px)`,
        paddingLeft: `${0.25 + Math.min(row.level - 1, MAX_INDENT) * 0.875}rem`,
      }}
    >
      {row.isOpen === null ? (
        <span className="w-7 shrink-0" />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: a part of its row for the pointer; keys have arrows
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys
        <span
          className="grid h-full w-7 shrink-0 place-items-center text-soft hover:text-ink"
          onClick={(event) => {
            event.stopPropagation();
            turn();
          }}
        >
          <Sign d="m6 3 5 5-5 5" className={classNames("size-3.5", row.isOpen && "rotate-90")} />
        </span>
      )}
      <LevelName name={row.name} />
      {row.below > 0 && (
        <span className="shrink-0 text-xs text-soft tabular-nums">
          {row.below.toLocaleString("en-US")}
          <span className="sr-only"> below</span>
        </span>
      )}
      {aside}
    </div>
  );
});

/** The name of one level, which may be empty, or markup. */
const LevelName = ({ name }: { name: string }) =>
  name === "" ? (
    <span className="shrink-0 text-soft italic">empty level</span>
  ) : (
    <bdi className="max-w-full min-w-0 shrink-0 truncate font-mono text-xs" title={name}>
      {visibleText(name)}
    </bdi>
  );
