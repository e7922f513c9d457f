/** Whether a statement failed because a row with these columns is there already: `table.column, table.column`. */
export const violates = (error: unknown, columns: string): boolean =>
  error instanceof Error && error.message.includes(`UNIQUE constraint failed: ${columns}`);
