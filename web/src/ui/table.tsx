import { memo, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { classNames } from "../lib/class-names.ts";
import { Sign } from "./sign.tsx";

/** The position of a value on the card of a foldable list: left of it, its two lines, right side, or folded part. */
type Place = "mark" | "lead" | "state" | "beside" | "line" | "second" | "end" | "switch" | "folded";

export interface Column<Row> {
  title: string;
  /** Returns null for no value: a card then omits it. */
  cell: (row: Row) => ReactNode;
  /** Classes for the table layout have the prefix `@md:` with up to three columns, `@4xl:` with more. */
  className?: string;
  /** The class of its width in the table layout of a foldable list: contents do not change it. */
  width?: string;
  /** First on a card. */
  lead?: boolean;
  /** If a column has one, cards fold to one line. */
  place?: Place;
}

interface TableProps<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** The key of the row to highlight. */
  marked?: string | undefined;
  /** On a narrow container a row is a line instead of a card: for up to three short columns. */
  lines?: boolean;
  /** Consecutive rows of one group get a heading. */
  groups?: { of(row: Row): string; heading(group: string, rows: Row[]): ReactNode } | undefined;
}

/** Minimum width of the container for the table layout, by the number of columns. */
const LAYOUTS = {
  few: {
    table: "@max-md:block",
    head: "@max-md:sr-only",
    row: "@max-md:grid @max-md:gap-2 @max-md:px-5 @max-md:py-4",
    cell:
      "@max-md:grid @max-md:grid-cols-[6.5rem_minmax(0,1fr)] @max-md:items-center @max-md:gap-3 @max-md:p-0! " +
      "@max-md:text-left!",
    title: "@md:hidden",
    nothing: "@max-md:hidden!",
    lead: "@max-md:order-first",
  },
  many: {
    table: "@max-4xl:block",
    head: "@max-4xl:sr-only",
    row: "@max-4xl:grid @max-4xl:gap-2 @max-4xl:px-5 @max-4xl:py-4",
    cell:
      "@max-4xl:grid @max-4xl:grid-cols-[6.5rem_minmax(0,1fr)] @max-4xl:items-center @max-4xl:gap-3 @max-4xl:p-0! " +
      "@max-4xl:text-left!",
    title: "@4xl:hidden",
    nothing: "@max-4xl:hidden!",
    lead: "@max-4xl:order-first",
  },
};
const FEW_COLUMNS = 3;

/** On a narrow container each row is one line, as far as it fits, with its last cell at the end. */
const LINES = {
  ...LAYOUTS.few,
  row: "@max-md:flex @max-md:flex-wrap @max-md:items-baseline @max-md:gap-x-2 @max-md:gap-y-0.5 @max-md:px-5 @max-md:py-2.5",
  cell: "@max-md:block @max-md:p-0! @max-md:last:ml-auto",
  title: "hidden",
};

const FOLDING = {
  ...LAYOUTS.many,
  // The first column is empty without a mark.
  row:
    "group/row @max-4xl:grid @max-4xl:grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] @max-4xl:items-center " +
    "@max-4xl:gap-x-2 @max-4xl:py-1.5 @max-4xl:pr-1 @max-4xl:pl-3",
  bare: "@max-4xl:block @max-4xl:p-0! @max-4xl:text-left!",
};
const PLACES: Record<Place, string> = {
  mark: classNames(FOLDING.bare, "@max-4xl:col-start-1 @max-4xl:row-span-2 @max-4xl:row-start-1"),
  lead: classNames(
    FOLDING.bare,
    "@max-4xl:col-span-2 @max-4xl:col-start-2 @max-4xl:row-start-1 @max-4xl:self-end",
  ),
  state: classNames(FOLDING.bare, "@max-4xl:col-start-2 @max-4xl:row-start-2 @max-4xl:self-start"),
  // Beside the state, below the lead.
  beside: classNames(FOLDING.bare, "@max-4xl:col-start-3 @max-4xl:row-start-2 @max-4xl:self-start"),
  // A line of its own, below both.
  line: classNames(FOLDING.bare, "@max-4xl:col-span-4 @max-4xl:col-start-2 @max-4xl:row-start-3"),
  // The second line, in place of state and beside.
  second: classNames(FOLDING.bare, "@max-4xl:col-span-3 @max-4xl:col-start-2 @max-4xl:row-start-2"),
  end: classNames(
    FOLDING.bare,
    "@max-4xl:col-start-4 @max-4xl:row-start-1 @max-4xl:self-end @max-4xl:text-xs @max-4xl:text-soft",
  ),
  // Its first child is the switch, what follows is folded.
  switch:
    "@max-4xl:contents @max-4xl:[&>div>:first-child]:col-start-4 @max-4xl:[&>div>:first-child]:row-span-2 " +
    "@max-4xl:[&>div>:first-child]:row-start-1 @max-4xl:[&>div>:last-child]:col-span-4 " +
    "@max-4xl:[&>div>:last-child]:col-start-2",
  folded: classNames(
    FOLDING.cell,
    "@max-4xl:col-span-4 @max-4xl:col-start-2 @max-4xl:my-1 @max-4xl:pr-4! @max-4xl:not-group-data-[open=true]/row:hidden",
  ),
};

/** Hides a part of a cell on a folded card, for example a long text below the name. */
export const FOLDED = "@max-4xl:not-group-data-[open=true]/row:hidden";
/** On a folded card in one line. */
export const CUT = "@max-4xl:not-group-data-[open=true]/row:truncate";
export const UNBROKEN = "@max-4xl:not-group-data-[open=true]/row:flex-nowrap";

/** A table that becomes a list of cards on narrow containers; each value then has its column's title. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, marked, groups, lines = false } = props;
  const folds = columns.some(({ place }) => place);
  const hasWidths = columns.some(({ width }) => width);
  const cards = lines ? LINES : LAYOUTS[columns.length <= FEW_COLUMNS ? "few" : "many"];
  const layout = folds ? FOLDING : cards;
  return (
    <div className="@container">
      <table
        aria-label={label}
        className={classNames("w-full text-left text-sm", layout.table, hasWidths && "@4xl:table-fixed")}
      >
        <thead className={layout.head}>
          <tr className="border-b border-hairline text-xs text-soft">
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                className={classNames(
                  "px-3 py-2.5 font-medium first:pl-5 last:pr-5",
                  hasWidths ? column.width : column.className,
                )}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        {sectionsOf(rows, groups?.of).map(([group, members]) => (
          <tbody key={group} className={classNames("divide-y divide-hairline", layout.table)}>
            {groups && (
              <tr className={layout.table}>
                <th
                  scope="rowgroup"
                  colSpan={columns.length}
                  className={classNames("bg-well px-5 py-1 font-medium", layout.table)}
                >
                  {groups.heading(group, members)}
                </th>
              </tr>
            )}
            {members.map((row) => (
              <KeptRow
                key={rowKey(row)}
                layout={layout}
                columns={columns}
                row={row}
                folds={folds}
                marked={rowKey(row) === marked}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** Consecutive rows of the same group; all rows without groups. */
function sectionsOf<Row>(rows: Row[], groupOf: (row: Row) => string = () => ""): [string, Row[]][] {
  const sections: [string, Row[]][] = [];
  for (const row of rows) {
    const last = sections.at(-1);
    if (last?.[0] === groupOf(row)) last[1].push(row);
    else sections.push([groupOf(row), [row]]);
  }
  return sections;
}

interface RowProps<Row> {
  layout: (typeof LAYOUTS)["many"];
  columns: Column<Row>[];
  row: Row;
  folds: boolean;
  marked: boolean;
}

function Row<Of>({ layout, columns, row, folds, marked }: RowProps<Of>) {
  // What a link leads to is not folded.
  const [open, setOpen] = useState(marked);
  const leadId = useId();
  const place = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (marked) place.current?.scrollIntoView({ block: "center" });
  }, [marked]);
  return (
    <tr
      ref={place}
      className={classNames(layout.row, marked && "bg-wait-wash")}
      data-open={open}
      aria-current={marked || undefined}
    >
      {folds && (
        <td className="@4xl:hidden @max-4xl:col-start-5 @max-4xl:row-span-2 @max-4xl:row-start-1">
          <Unfold open={open} namedBy={leadId} onPress={() => setOpen(!open)} />
        </td>
      )}
      {columns.map(({ title, cell, className, lead, place }, at) => {
        const content = cell(row);
        return (
          <td
            key={title}
            className={classNames(
              "min-w-0 px-3 py-2.5 align-middle",
              at === 0 && "pl-5",
              at === columns.length - 1 && "pr-5",
              place ? PLACES[place] : layout.cell,
              lead && layout.lead,
              content === null && layout.nothing,
            )}
          >
            {(!place || place === "folded") && (
              <span aria-hidden="true" className={classNames("text-xs text-soft", layout.title)}>
                {title}
              </span>
            )}
            <div id={place === "lead" ? leadId : undefined} className={classNames("min-w-0", className)}>
              {content}
            </div>
          </td>
        );
      })}
    </tr>
  );
}

/** A row of the same columns and the same value is not rendered again. */
const KeptRow = memo(Row) as typeof Row;

interface UnfoldProps {
  open: boolean;
  /** The id of the element that names the row. */
  namedBy: string;
  onPress(): void;
}

function Unfold({ open, namedBy, onPress }: UnfoldProps) {
  const id = useId();
  const label = open ? "Less" : "More";
  return (
    <button
      type="button"
      id={id}
      aria-label={label}
      aria-labelledby={`${id} ${namedBy}`}
      title={label}
      aria-expanded={open}
      onClick={onPress}
      className="inline-flex size-11 items-center justify-center rounded-md text-soft hover:bg-well hover:text-ink"
    >
      <Sign d="m3 6 5 5 5-5" className={classNames("size-4", open && "rotate-180")} />
    </button>
  );
}
