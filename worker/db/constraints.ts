/** Whether a statement failed because of an existing row with these columns: `table.column, table.column`. */
export const violates = (error: unknown, columns: string): boolean =>
  error instanceof Error && error.message.includes(`UNIQUE constraint failed: ${columns}`);
