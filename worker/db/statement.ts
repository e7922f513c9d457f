/**
 * Statements with typed rows. D1's results have no type: the type is declared where the SQL stands, and trusted here
 * only.
 */

/** A statement that reads such rows, alone or in a batch. */
export type Read<Row> = D1PreparedStatement & { readonly row?: Row };

type Param = string | number | null;

export const read = <Row>(db: D1Database, sql: string, ...params: readonly Param[]): Read<Row> =>
  db.prepare(sql).bind(...params);

export const all = async <Row>(statement: Read<Row>): Promise<Row[]> => (await statement.all<Row>()).results;
export const first = <Row>(statement: Read<Row>): Promise<Row | null> => statement.first<Row>();

/** Returns the row of a statement that is known to find one. */
export function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("A row that was read is not there.");
  return row;
}

/** Statements by name and in order; several without a result may share a name. */
type Batch = Record<string, D1PreparedStatement | D1PreparedStatement[]>;
export type Results<B> = {
  [Name in keyof B]: B[Name] extends readonly unknown[] ? D1Result[] : D1Result<RowIn<B[Name]>>;
};
type RowIn<Statement> = Statement extends { readonly row?: infer Row } ? Row : never;

/** One transaction. The results have the names of their statements. */
export async function batch<B extends Batch>(db: D1Database, statements: B): Promise<Results<B>> {
  const results = await db.batch(Object.values(statements).flat());
  const named = Object.entries(statements).map(([name, each]) => [
    name,
    Array.isArray(each) ? results.splice(0, each.length) : results.shift(),
  ]);
  return Object.fromEntries(named) as Results<B>;
}
