import { readdirSync } from "node:fs";
import { databasesIn, queryFile } from "./local-database.ts";
import { inRoot } from "./paths.ts";
import { UserError } from "./user-error.ts";
import { quietEnvironment, spawnWrangler, waitForExit } from "./wrangler.ts";

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

/** Applies missing migrations to the local database. Without any, it does not start wrangler (1.5 s). */
export async function migrate(stateDirectory: string): Promise<void> {
  const applied = appliedMigrations(stateDirectory);
  const files = readdirSync(inRoot("migrations"))
    .filter((name) => name.endsWith(".sql"))
    .sort();
  if (files.every((name) => applied.has(name))) return;
  const { code, output } = await waitForExit(
    spawnWrangler(
      ["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDirectory],
      quietEnvironment(stateDirectory),
    ),
  );
  if (code === 0) return;
  // Migrations run in the order of their names, each in one transaction.
  const now = appliedMigrations(stateDirectory);
  const broken = files.find((name) => !now.has(name));
  throw new UserError(
    `The migration ${broken} could not be applied to the local database: ${reasonIn(output)}`,
  );
}
