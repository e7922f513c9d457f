/** The rows of a result, as the statement that made it says they are. */
export const rowsOf = <Row = unknown>(result: D1Result | undefined): Row[] =>
  (result?.results ?? []) as Row[];

/** The row of a statement that was seen to find one. */
export function firstRow<Row>(result: D1Result | undefined): Row {
  const [row] = rowsOf<Row>(result);
  if (row === undefined) throw new Error("A row that was read is not there.");
  return row;
}
