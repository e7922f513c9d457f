/** The SQLite files of a state directory, opened read-only, which works while the product runs. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export const DATABASE = "v3/d1/miniflare-D1DatabaseObject";

/** Without the runtime's own metadata. */
export function databasesIn(stateDirectory: string, folder = DATABASE): string[] {
  const path = join(stateDirectory, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((file) => file.endsWith(".sqlite") && file !== "metadata.sqlite")
    .map((file) => join(path, file));
}

export const hasUsers = (file: string): boolean =>
  queryFile(file, (database) => database.prepare("SELECT 1 FROM users LIMIT 1").get()) != null;

/** Returns null if the table does not exist or the file is not a database. */
export function queryFile<T>(file: string, look: (database: DatabaseSync) => T): T | null {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return look(database);
  } catch {
    return null;
  } finally {
    database.close();
  }
}
