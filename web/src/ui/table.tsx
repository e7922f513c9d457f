import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  className?: string;
}

interface TableProps<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
}

/**
 * A table that becomes a list of cards where it is narrow; each value then carries its column's title.
 */
export function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table aria-label={label} className="w-full text-left text-sm max-md:block">
      <thead className="max-md:sr-only">
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
      <tbody className="divide-y divide-hairline max-md:block">
        {rows.map((row) => (
          <tr key={rowKey(row)} className="max-md:grid max-md:gap-2 max-md:px-5 max-md:py-4">
            {columns.map((column) => (
              <td
                key={column.title}
                className={classNames(
                  "min-w-0 px-3 py-2.5 align-middle first:pl-5 last:pr-5",
                  "max-md:grid max-md:grid-cols-[6.5rem_minmax(0,1fr)] max-md:items-center max-md:gap-3 max-md:p-0! max-md:text-left!",
                )}
              >
                <span aria-hidden="true" className="text-xs text-soft md:hidden">
                  {column.title}
                </span>
                <div className={classNames("min-w-0", column.className)}>{column.cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
