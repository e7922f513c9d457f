import { createHash } from "node:crypto";
import { cpSync, existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { inRoot, root } from "./paths.ts";
import { UserError } from "./user-error.ts";
import { quietEnvironment, spawnWrangler, waitForExit } from "./wrangler.ts";

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

function reasonIn(output: string): string {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const error = lines.find((line) => line.includes("[ERROR]")) ?? lines.at(-1);
  return error?.replace(/^.*\[ERROR\]\s*/, "") ?? "no reason given";
}

/** Where the first new database is kept for later ones, by all that decides its content and its file's name. */
function emptyDatabase(): string {
  const hash = createHash("sha256");
  for (const file of globSync("{migrations/*.sql,package-lock.json,wrangler.toml}", { cwd: root }).sort()) {
    hash.update(`${file}\0`).update(readFileSync(inRoot(file)));
  }
  return inRoot(".cache", `database-${hash.digest("hex").slice(0, 16)}`);
}

/** Not where the folder is read-only, nor after another start. */
function keepDatabase(stateDirectory: string): void {
  const copy = `${emptyDatabase()}-${process.pid}`;
  try {
    cpSync(join(stateDirectory, DATABASE), copy, { recursive: true });
    renameSync(copy, emptyDatabase());
  } catch {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Applies missing migrations to the local database. Without any, it does not start wrangler (1.5 s). */
export async function migrate(stateDirectory: string): Promise<void> {
  const applied = appliedMigrations(stateDirectory);
  const files = readdirSync(inRoot("migrations"))
    .filter((name) => name.endsWith(".sql"))
    .sort();
  if (files.every((name) => applied.has(name))) return;
  const isNew = databasesIn(stateDirectory).length === 0;
  if (isNew && existsSync(emptyDatabase())) {
    cpSync(emptyDatabase(), join(stateDirectory, DATABASE), { recursive: true });
    return;
  }
  const { code, output } = await waitForExit(
    spawnWrangler(
      ["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDirectory],
      quietEnvironment(stateDirectory),
    ),
  );
  if (code === 0) {
    if (isNew) keepDatabase(stateDirectory);
    return;
  }
  // Migrations run in the order of their names, each in one transaction.
  const now = appliedMigrations(stateDirectory);
  const broken = files.find((name) => !now.has(name));
  throw new UserError(
    `The migration ${broken} could not be applied to the local database: ${reasonIn(output)}`,
  );
}
