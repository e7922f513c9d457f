/** Rows of the database, for tests of functions that take them: a new column with a default needs no change here. */

import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { channels, devices } from "../../worker/db/schema.ts";

/** The columns of a row that a migration fills in rows that lack them, as SQLite stores them. */
export function filledColumns(table: SQLiteTable): Record<string, unknown> {
  const filled = Object.entries(getTableColumns(table)).filter(
    ([, { notNull, hasDefault }]) => !notNull || hasDefault,
  );
  return Object.fromEntries(
    filled.map(([name, column]) => {
      const value = column.default ?? null;
      return [name, typeof value === "boolean" ? Number(value) : value];
    }),
  );
}

const rowMaker =
  <Table extends SQLiteTable>(table: Table) =>
  (fields: Partial<Omit<Table["$inferSelect"], "user_id">>): Omit<Table["$inferSelect"], "user_id"> =>
    ({ ...filledColumns(table), ...fields }) as Omit<Table["$inferSelect"], "user_id">;

/** Rows of the database. A column without a default must be stated. */
export const aChannelRow = rowMaker(channels);
export const aDeviceRow = rowMaker(devices);
