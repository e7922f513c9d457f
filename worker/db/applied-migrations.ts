/** The migrations of this release, and those that the database lacks. */

import { all, read } from "./statement.ts";

/** The files of `migrations/`, in their order. */
const MIGRATIONS = ["0000_tables.sql"];

/** In their order. wrangler keeps the table. */
export async function missingMigrations(db: D1Database): Promise<string[]> {
  const rows = await all(read<{ name: string }>(db, "SELECT name FROM d1_migrations"));
  const applied = new Set(rows.map(({ name }) => name));
  return MIGRATIONS.filter((name) => !applied.has(name));
}
