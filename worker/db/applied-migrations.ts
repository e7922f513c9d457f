/** Which migrations this code knows, and which of them the database has not had. */

import journal from "../../migrations/meta/_journal.json" with { type: "json" };
import { all, read } from "./statement.ts";

const KNOWN = journal.entries.map(({ tag }) => `${tag}.sql`);

/** In their order. wrangler keeps the table. */
export async function missingMigrations(db: D1Database): Promise<string[]> {
  const rows = await all(read<{ name: string }>(db, "SELECT name FROM d1_migrations"));
  const applied = new Set(rows.map(({ name }) => name));
  return KNOWN.filter((name) => !applied.has(name));
}
