import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { newSecrets } from "../keys/new-secrets.ts";
import { databasesIn, hasPeople } from "./local-database.ts";
import { Problem } from "./problem.ts";

const nameOf = (line: string): string => line.slice(0, line.indexOf("=")).trim();

/**
 * Data that was moved, or whose variables were lost: new keys would open nothing of it, and no device would get in. Only
 * the key that seals tells: an early release had no other, and what it made is taken on.
 */
export function checkSecrets(file: string, stateDirectory: string): void {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const present = new Set(text.split("\n").map(nameOf));
  if (present.has("SEAL_KEYS")) return;
  if (!databasesIn(stateDirectory).some(hasPeople)) return;
  throw new Problem(
    `People live in ${stateDirectory}, and ${file} has no SEAL_KEYS: a new one would open nothing of theirs. Put the old one back, or begin anew elsewhere: STATE_DIR=… npm start.`,
  );
}

/**
 * Makes the secrets that are missing from `.dev.vars` and leaves alone what stands there: with other keys,
 * what is sealed in the local database could no longer be read. Returns the names of the new ones.
 */
export function ensureLocalSecrets(file: string): string[] {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const present = new Set(text.split("\n").map(nameOf));
  const missing = Object.entries(newSecrets()).filter(([name]) => !present.has(name));
  if (missing.length === 0) return [];
  const head = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  writeFileSync(file, head + missing.map(([name, value]) => `${name}=${value}\n`).join(""), { mode: 0o600 });
  return missing.map(([name]) => name);
}
