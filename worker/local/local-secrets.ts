import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { newSecrets } from "../secrets/new-secrets.ts";

const nameOf = (line: string): string => line.slice(0, line.indexOf("=")).trim();

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
