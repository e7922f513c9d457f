/** The rows of the database by table, as D1 returns them. Derived from the schema as types: no drizzle at run time. */

import type { Table } from "drizzle-orm";
import type * as schema from "./schema.ts";

type Schema = typeof schema;
/** Excludes exports of the schema that are no tables. */
type TableKey = { [K in keyof Schema]: Schema[K] extends Table ? K : never }[keyof Schema];

/** SQLite has no booleans. */
type Stored<Value> = Value extends boolean ? 0 | 1 : Value;

export type Tables = {
  [K in TableKey as Schema[K]["_"]["name"]]: {
    [Column in keyof Schema[K]["$inferSelect"]]: Stored<Schema[K]["$inferSelect"][Column]>;
  };
};

/** SQL that names columns, and the rows that it makes. */
type Columns<Row> = string & { readonly row?: Row };
export type RowOf<Named> = Named extends { readonly row?: infer Row } ? Row : never;

/** Columns of a table for a `SELECT`. An unknown name does not compile. */
export const columns = <T extends keyof Tables, Column extends keyof Tables[T] & string>(
  table: T,
  names: readonly Column[],
  alias: string = table,
): Columns<Pick<Tables[T], Column>> => names.map((name) => `${alias}.${name}`).join(", ");
