import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Widths and alignment of the table only are marked `@md:` with up to three columns, `@4xl:` with more. */
  className?: string;
  /** Comes first on a card. */
  lead?: boolean;
}

interface TableProps<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
}

/** From when on it is a table: by its own width, not the window's, and by how much it has to show. */
const LAYOUTS = {
  few: {
    table: "@max-md:block",
    head: "@max-md:sr-only",
    row: "@max-md:grid @max-md:gap-2 @max-md:px-5 @max-md:py-4",
    cell:
      "@max-md:grid @max-md:grid-cols-[6.5rem_minmax(0,1fr)] @max-md:items-center @max-md:gap-3 @max-md:p-0! " +
      "@max-md:text-left!",
    title: "@md:hidden",
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
    lead: "@max-4xl:order-first",
  },
};
const FEW_COLUMNS = 3;

/** A table that becomes a list of cards where it is narrow; each value then carries its column's title. */
export function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
  const layout = LAYOUTS[columns.length <= FEW_COLUMNS ? "few" : "many"];
  return (
    <div className="@container">
      <table aria-label={label} className={classNames("w-full text-left text-sm", layout.table)}>
        <thead className={layout.head}>
          <tr className="border-b border-hairline text-xs text-soft">
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                className={classNames("px-3 py-2.5 font-medium first:pl-5 last:pr-5", column.className)}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classNames("divide-y divide-hairline", layout.table)}>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={layout.row}>
              {columns.map((column) => (
                <td
                  key={column.title}
                  className={classNames(
                    "min-w-0 px-3 py-2.5 align-middle first:pl-5 last:pr-5",
                    layout.cell,
                    column.lead && layout.lead,
                  )}
                >
                  <span aria-hidden="true" className={classNames("text-xs text-soft", layout.title)}>
                    {column.title}
                  </span>
                  <div className={classNames("min-w-0", column.className)}>{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
