/** A state directory with an empty, migrated database, made once and copied for each product. */

import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { migrate } from "../../worker/local/migrate.ts";
import { inRoot } from "../../worker/local/paths.ts";

function migrationsHash(): string {
  const hash = createHash("sha256");
  for (const file of globSync("{migrations/*.sql,package-lock.json}", { cwd: inRoot(".") }).sort()) {
    hash.update(`${file}\0`).update(readFileSync(inRoot(file)));
  }
  return hash.digest("hex").slice(0, 16);
}

export async function migratedState(): Promise<string> {
  const path = inRoot(".cache", `migrated-${migrationsHash()}`);
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const made = mkdtempSync(`${path}-`);
  await migrate(made);
  try {
    renameSync(made, path);
  } catch (error) {
    rmSync(made, { recursive: true });
    // Another lane of the suite was faster.
    if (!existsSync(path)) throw error;
  }
  return path;
}
