/**
 * Statements that know their rows. What D1 finds has no type: that a statement's rows are what it says is claimed where its
 * SQL stands, and believed here, nowhere else.
 */

/** A statement that reads such rows, by itself or in a batch. */
export type Read<Row> = D1PreparedStatement & { readonly row?: Row };

type Param = string | number | null;

export const read = <Row>(db: D1Database, sql: string, ...params: readonly Param[]): Read<Row> =>
  db.prepare(sql).bind(...params);

export const all = async <Row>(statement: Read<Row>): Promise<Row[]> => (await statement.all<Row>()).results;
export const first = <Row>(statement: Read<Row>): Promise<Row | null> => statement.first<Row>();

/** The row of a statement that was seen to find one. */
export function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("A row that was read is not there.");
  return row;
}

/** Statements by name, in their order; several that nobody asks about may have one name. */
type Batch = Record<string, D1PreparedStatement | D1PreparedStatement[]>;
export type Results<B> = {
  [Name in keyof B]: B[Name] extends readonly unknown[] ? D1Result[] : D1Result<RowIn<B[Name]>>;
};
type RowIn<Statement> = Statement extends { readonly row?: infer Row } ? Row : never;

/** One transaction: all of them or none. The results have the names of their statements. */
export async function batch<B extends Batch>(db: D1Database, statements: B): Promise<Results<B>> {
  const results = await db.batch(Object.values(statements).flat());
  const named = Object.entries(statements).map(([name, each]) => [
    name,
    Array.isArray(each) ? results.splice(0, each.length) : results.shift(),
  ]);
  return Object.fromEntries(named) as Results<B>;
}
