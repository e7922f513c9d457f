/**
 * From drizzle's queries to statements of D1. A query is a value that `build` or drizzle's `sql` makes; a statement is
 * bound to the database and can run, alone or in a batch. D1's results have no type: the type of a row follows from its
 * query, and is trusted here only.
 */

import {
  and,
  eq,
  fillPlaceholders,
  getTableColumns,
  isSQLWrapper,
  lt,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { type SQLiteColumn, SQLiteSyncDialect, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { drizzle } from "drizzle-orm/sqlite-proxy";

/** Makes queries. It never runs them: a batch of D1 needs all its statements at once. */
export const build = drizzle(() => Promise.reject(new Error("Queries run as statements of D1.")));

const dialect = new SQLiteSyncDialect();

/** A statement that reads such rows, alone or in a batch. */
export type Read<Row> = D1PreparedStatement & { readonly row?: Row };

/** The rows of a query: as the builder infers them, or as an `sql` template declares them. */
export type RowsOf<Query> = Query extends { readonly _: { readonly result: readonly (infer Row)[] } }
  ? Row
  : Query extends SQL<infer Row>
    ? Row
    : never;

/** Any query. Others than `rights-change.ts` use `read` and `write`, which have types. */
export function statementOf(db: D1Database, query: SQLWrapper): D1PreparedStatement {
  const { sql: text, params } = dialect.sqlToQuery(query.getSQL());
  return db.prepare(text).bind(...params);
}

/** Its columns must have the names of their fields: a field with another name needs `named`. */
export const read = <Query extends SQLWrapper>(db: D1Database, query: Query): Read<RowsOf<Query>> =>
  statementOf(db, query);

/** The parameters of a query that is built once. */
export type Params<Values> = { readonly [Name in keyof Values]: SQL<Values[Name]> };

/** Builds the text of a query at its first use: that costs a hundred times what binding its values costs. */
function builtOnce<Values extends object>(
  query: (values: Params<Values>) => SQLWrapper,
): (db: D1Database, values: Values) => D1PreparedStatement {
  let built: ReturnType<typeof dialect.sqlToQuery> | null = null;
  return (db, values) => {
    built ??= dialect.sqlToQuery(query(placeholders(values)).getSQL());
    return db
      .prepare(built.sql)
      .bind(...fillPlaceholders(built.params, Object.fromEntries(Object.entries(values))));
  };
}

/** A reading whose text is built once. Values that the text does not use are ignored. */
export const reading: <Values extends object, Query extends SQLWrapper>(
  query: (values: Params<Values>) => Query,
) => (db: D1Database, values: Values) => Read<RowsOf<Query>> = builtOnce;

/** A write, likewise, that changes no rights. */
export const writing: <Values extends object, Query extends SQLWrapper>(
  query: (values: Params<Values>) => Query & Harmless<Query>,
) => (db: D1Database, values: Values) => D1PreparedStatement = builtOnce;

function placeholders<Values extends object>(values: Values): Params<Values> {
  const named = Object.keys(values).map((name) => [name, sql`${sql.placeholder(name)}`]);
  return Object.fromEntries(named) as Params<Values>;
}

export const all = async <Row>(statement: Read<Row>): Promise<Row[]> => (await statement.all<Row>()).results;
export const first = <Row>(statement: Read<Row>): Promise<Row | null> => statement.first<Row>();

/** Returns the row of a statement that is known to find one. */
export function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("A row that was read is not there.");
  return row;
}

/** Tables whose rows are rights of clients. A change of theirs is announced to the account's object. */
type RightsTable =
  | "api_keys"
  | "channels"
  | "credential_channels"
  | "credentials"
  | "device_channels"
  | "device_links"
  | "devices"
  | "schedules"
  | "tokens";

type TableOf<Query> = Query extends { readonly _: { readonly table: infer Table } }
  ? Table
  : Query extends SQL<infer Table>
    ? Table
    : never;
type NameOf<Query> =
  TableOf<Query> extends { readonly _: { readonly name: infer Name } } ? Name : RightsTable;
/** Never, if the query may write to a table of rights, or to a table that its type does not name. */
type Harmless<Query> = [Extract<NameOf<Query>, RightsTable>] extends [never] ? Query : never;

/** A write that changes no rights. One that does is a `RightsChange`: it does not compile here. */
export const write = <Query extends SQLWrapper>(
  db: D1Database,
  query: Query & Harmless<Query>,
): D1PreparedStatement => statementOf(db, query);

/** Values of a new row, each possibly an expression. */
type NewRow<Table extends SQLiteTable> = {
  [Name in keyof Table["$inferInsert"]]: Table["$inferInsert"][Name] | SQLWrapper;
};

/**
 * `INSERT … SELECT`. `source` is what follows the selected values: `where` with a condition, so that a cap or an owner
 * is checked in the same statement, or `from` with a table.
 */
export function insertFrom<Table extends SQLiteTable>(
  table: Table,
  row: NewRow<Table>,
  source: SQL,
): SQL<Table> {
  const columns = Object.entries(getTableColumns(table));
  const values = new Map<string, unknown>(Object.entries(row));
  const given = columns.filter(([name]) => values.get(name) !== undefined);
  const names = given.map(([, column]) => sql.identifier(column.name));
  const selected = given.map(([name, column]) => {
    const value = values.get(name);
    return isSQLWrapper(value) ? value : sql.param(value, column);
  });
  return sql<Table>`insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(selected, sql`, `)} ${source}`;
}

/** The row, if every condition holds when it is inserted. Undefined is no condition. */
export const insertWhere = <Table extends SQLiteTable>(
  table: Table,
  row: NewRow<Table>,
  ...conditions: readonly (SQL | undefined)[]
): SQL<Table> => insertFrom(table, row, sql`where ${and(...conditions) ?? sql`true`}`);

/** JSON of a row's columns, by the names of their fields. */
export const jsonOf = (columns: Record<string, SQLiteColumn>): SQL<string> =>
  sql`json_object(${sql.join(
    Object.entries(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
    sql`, `,
  )})`;

/** The rows of columns by the names of their fields. */
export type ColumnValues<Columns extends Record<string, SQLiteColumn>> = {
  [Name in keyof Columns]: Columns[Name]["_"]["notNull"] extends true
    ? Columns[Name]["_"]["data"]
    : Columns[Name]["_"]["data"] | null;
};

/** Reads the columns of the row that `insertWhere` or `insertFrom` wrote, so that the answer is what is stored. */
export const returning = <Columns extends Record<string, SQLiteColumn>>(
  insertion: SQL,
  columns: Columns,
): SQL<ColumnValues<Columns>> =>
  sql`${insertion} returning ${sql.join(
    Object.values(columns).map(({ name }) => sql.identifier(name)),
    sql`, `,
  )}`;

/** Whether fewer than `max` rows match; with 0 there is no limit. */
export const isBelow = (max: number, table: SQLiteTable, rows: SQL | undefined): SQL | undefined =>
  max === 0 ? undefined : lt(build.$count(table, rows), max);

/** The row with this id, if the account owns it. */
export const ownRow = (
  table: { readonly id: SQLiteColumn; readonly user_id: SQLiteColumn },
  userId: string | SQL,
  id: string | SQL,
): SQL | undefined => and(eq(table.user_id, userId), eq(table.id, id));

/** A column as a field with another name. */
export const named = <Name extends string, Value>(
  column: SQLWrapper & { readonly _: { readonly data: Value } },
  name: Name,
): SQL.Aliased<Value> => sql<Value>`${column}`.as(name);

/** The order of insertion. */
export const rowid = (table: SQLiteTable): SQL => sql`${table}.rowid`;

/** Whether a statement failed because of an existing row with these columns: `table.column, table.column`. */
export const violates = (error: unknown, columns: string): boolean =>
  error instanceof Error && error.message.includes(`UNIQUE constraint failed: ${columns}`);

/** Statements by name and in order; several without a result may share a name. */
type Batch = Record<string, D1PreparedStatement | D1PreparedStatement[]>;
export type Results<B> = {
  [Name in keyof B]: B[Name] extends readonly unknown[] ? D1Result[] : D1Result<RowIn<B[Name]>>;
};
type RowIn<Statement> = Statement extends { readonly row?: infer Row } ? Row : never;

/** One transaction. The results have the names of their statements. */
export async function batch<B extends Batch>(db: D1Database, statements: B): Promise<Results<B>> {
  const left = await db.batch(Object.values(statements).flat());
  const results = Object.entries(statements).map(([name, each]) => [
    name,
    Array.isArray(each) ? left.splice(0, each.length) : left.shift(),
  ]);
  return Object.fromEntries(results) as Results<B>;
}
