import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newSecrets } from "../keys/rotation.ts";
import { databasesIn, hasUsers } from "./migrate.ts";
import { root } from "./paths.ts";
import { tightenSecretFile, writeSecretFile } from "./secret-file.ts";
import { UserError } from "./user-error.ts";

const SECRETS_FILE = ".dev.vars";

/** In the clone; beside the data where the clone is read-only, as in a container. */
export function secretsFile(stateDirectory: string, clone = root): string {
  const beside = join(stateDirectory, SECRETS_FILE);
  const inClone = join(clone, SECRETS_FILE);
  if (existsSync(beside)) return beside;
  return existsSync(inClone) || isWritable(clone) ? inClone : beside;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const nameOf = (line: string): string => line.slice(0, line.indexOf("=")).trim();

/** Throws if there are users and no SEAL_KEYS: new keys could not open their data. */
export function checkSecrets(file: string, stateDirectory: string): void {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const present = new Set(text.split("\n").map(nameOf));
  if (present.has("SEAL_KEYS")) return;
  if (!databasesIn(stateDirectory).some(hasUsers)) return;
  throw new UserError(
    `${stateDirectory} has users, and ${file} has no SEAL_KEYS: new keys could not open their data. Restore the old keys, or use another folder: STATE_DIR=… npm start.`,
  );
}

/** Returns the names of the secrets that it added. Existing ones stay: they open the local data. */
export function ensureLocalSecrets(file: string): string[] {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const present = new Set(text.split("\n").map(nameOf));
  const missing = Object.entries(newSecrets()).filter(([name]) => !present.has(name));
  if (missing.length === 0) {
    tightenSecretFile(file);
    return [];
  }
  const existing = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  writeSecretFile(file, existing + missing.map(([name, value]) => `${name}=${value}\n`).join(""));
  return missing.map(([name]) => name);
}
