/** Applies the migrations that an object does not have yet. */

import { MIGRATIONS, type Migration } from "./migrations.ts";

/** Returns the version of the tables; 0 for an object without storage. Writes nothing. */
export function versionOf({ sql }: DurableObjectStorage): number {
  try {
    return Number(sql.exec("SELECT schema FROM meta").one().schema);
  } catch (error) {
    if (String(error).includes("no such table")) return 0; // a new object has none yet
    throw error;
  }
}

const COLUMNS = "SELECT name FROM pragma_table_info(?)";

function run(sql: SqlStorage, migration: Migration): void {
  for (const step of migration) {
    if (typeof step === "string") {
      sql.exec(step);
      continue;
    }
    const { table, column, type } = step;
    const has = sql
      .exec(COLUMNS, table)
      .toArray()
      .some(({ name }) => name === column);
    if (!has) sql.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
  }
}

/** Brings the tables up to date; reads one row when they are current. Tables of newer code stay. */
export function migrate(
  storage: DurableObjectStorage,
  from = versionOf(storage),
  migrations = MIGRATIONS,
): void {
  if (from >= migrations.length) return;
  storage.transactionSync(() => {
    for (const migration of migrations.slice(from)) run(storage.sql, migration);
    storage.sql.exec("UPDATE meta SET schema = ?", migrations.length);
  });
}
