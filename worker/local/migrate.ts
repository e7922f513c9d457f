import { createHash, createHmac } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { inRoot } from "./paths.ts";
import { UserError } from "./user-error.ts";

// The SQLite files of a state directory, opened read-only, which works while the product runs.

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

/** From wrangler's table; empty without a database. */
function appliedMigrations(stateDirectory: string): Set<string> {
  const rows = databasesIn(stateDirectory).flatMap(
    (file) => queryFile(file, (database) => database.prepare("SELECT name FROM d1_migrations").all()) ?? [],
  );
  return new Set(rows.map((row) => String(row.name)));
}

/** The runtime derives a file's name from these two. */
const OBJECTS = "miniflare-D1DatabaseObject";
const DATABASE_ID = /^preview_database_id = "(.+)"$/m;

function newDatabase(stateDirectory: string): string {
  const [, id = ""] = DATABASE_ID.exec(readFileSync(inRoot("wrangler.toml"), "utf8")) ?? [];
  const key = createHash("sha256").update(OBJECTS).digest();
  const half = (of: string | Buffer) => createHmac("sha256", key).update(of).digest().subarray(0, 16);
  const first = half(id);
  const name = Buffer.concat([first, half(first)]).toString("hex");
  mkdirSync(join(stateDirectory, DATABASE), { recursive: true });
  return join(stateDirectory, DATABASE, `${name}.sqlite`);
}

/** As wrangler makes it, which applies the migrations of a deployment. */
const APPLIED_TABLE = `CREATE TABLE IF NOT EXISTS "d1_migrations"(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** Applies missing migrations to the local database, which nothing else has open, in the order of their names. */
export function migrate(stateDirectory: string): void {
  const applied = appliedMigrations(stateDirectory);
  const names = readdirSync(inRoot("migrations"))
    .filter((name) => name.endsWith(".sql") && !applied.has(name))
    .sort();
  if (names.length === 0) return;
  const [file = newDatabase(stateDirectory)] = databasesIn(stateDirectory);
  const database = new DatabaseSync(file);
  try {
    database.exec(`PRAGMA journal_mode = WAL; ${APPLIED_TABLE}`);
    for (const name of names) apply(database, name);
  } finally {
    database.close();
  }
}

/** In one transaction. */
function apply(database: DatabaseSync, name: string): void {
  try {
    database.exec("BEGIN");
    database.exec(readFileSync(inRoot("migrations", name), "utf8"));
    database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
    database.exec("COMMIT");
  } catch (error) {
    throw new UserError(
      `The migration ${name} could not be applied to the local database: ${error instanceof Error ? error.message : error}`,
    );
  }
}
