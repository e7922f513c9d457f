import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { withoutColour } from "./log-lines.ts";
import { inRoot } from "./paths.ts";
import { Problem } from "./problem.ts";
import { finished, quietEnvironment, wrangler } from "./wrangler.ts";

/** The names in wrangler's own table of applied migrations; empty when there is no database yet. */
function appliedMigrations(stateDirectory: string): Set<string> {
  const folder = join(stateDirectory, "v3/d1/miniflare-D1DatabaseObject");
  const names = new Set<string>();
  if (!existsSync(folder)) return names;
  for (const file of readdirSync(folder)) {
    if (!file.endsWith(".sqlite") || file === "metadata.sqlite") continue;
    const database = new DatabaseSync(join(folder, file), { readOnly: true });
    try {
      for (const row of database.prepare("SELECT name FROM d1_migrations").all()) names.add(String(row.name));
    } catch {
      // No such table: nothing was ever applied here.
    } finally {
      database.close();
    }
  }
  return names;
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
