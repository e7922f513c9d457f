import { existsSync, readFileSync } from "node:fs";
import { tightenSecretFile, writeSecretFile } from "../secret-file.ts";

/** Returns the stored secret if a failed run made it. Stored before the upload, after which it cannot be read. */
export function storeSecret(name: string, secret: string, file: string): string {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const existing = new RegExp(`^${name}=(.+)$`, "m").exec(text)?.[1];
  if (existing !== undefined) {
    tightenSecretFile(file);
    return existing;
  }
  const before = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  writeSecretFile(file, `${before}${name}=${secret}\n`);
  return secret;
}
