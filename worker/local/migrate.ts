import { readdirSync } from "node:fs";
import { databasesIn, lookInto } from "./local-database.ts";
import { withoutColour } from "./log-lines.ts";
import { inRoot } from "./paths.ts";
import { Problem } from "./problem.ts";
import { finished, quietEnvironment, wrangler } from "./wrangler.ts";

/** The names in wrangler's own table of applied migrations; empty when there is no database yet. */
function appliedMigrations(stateDirectory: string): Set<string> {
  const rows = databasesIn(stateDirectory).flatMap(
    // No such table: nothing was ever applied here.
    (file) => lookInto(file, (database) => database.prepare("SELECT name FROM d1_migrations").all()) ?? [],
  );
  return new Set(rows.map((row) => String(row.name)));
}

/** What SQLite or wrangler said was wrong, without the frame around it. */
function reasonIn(output: string): string {
  const lines = withoutColour(output)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const error = lines.find((line) => line.includes("[ERROR]")) ?? lines.at(-1);
  return error?.replace(/^.*\[ERROR\]\s*/, "") ?? "no reason given";
}

/** Brings the local database up to date. Costs a second and a half only when there is something to apply. */
export async function migrate(stateDirectory: string): Promise<void> {
  const applied = appliedMigrations(stateDirectory);
  const files = readdirSync(inRoot("migrations"))
    .filter((name) => name.endsWith(".sql"))
    .sort();
  if (files.every((name) => applied.has(name))) return;
  const { code, output } = await finished(
    wrangler(
      ["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDirectory],
      quietEnvironment(stateDirectory),
    ),
  );
  if (code === 0) return;
  // They are applied in the order of their names, each as a whole or not at all.
  const now = appliedMigrations(stateDirectory);
  const broken = files.find((name) => !now.has(name));
  throw new Problem(
    `The migration ${broken} could not be applied to the local database: ${reasonIn(output)}`,
  );
}
