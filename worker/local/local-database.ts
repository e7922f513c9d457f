/** The SQLite files of a state directory, read only: also while the product runs on them. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export const DATABASE = "v3/d1/miniflare-D1DatabaseObject";

/** The SQLite files of a folder; the runtime keeps one of its own beside them. */
export function databasesIn(stateDirectory: string, folder = DATABASE): string[] {
  const path = join(stateDirectory, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((file) => file.endsWith(".sqlite") && file !== "metadata.sqlite")
    .map((file) => join(path, file));
}

/** Whether somebody is registered in it; false where it has no such table yet. */
export const hasPeople = (file: string): boolean =>
  lookInto(file, (database) => database.prepare("SELECT 1 FROM users LIMIT 1").get()) != null;

/** What `look` finds in a file; null where it has no such table, or is no database. */
export function lookInto<T>(file: string, look: (database: DatabaseSync) => T): T | null {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return look(database);
  } catch {
    return null;
  } finally {
    database.close();
  }
}
