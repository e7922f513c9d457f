import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Problem } from "./problem.ts";

/**
 * Two runtimes on one local database kill each other, so a state directory has one owner at a time.
 * The lock is SQLite's own: the operating system frees it when the process ends, however it ends.
 */
export function lockState(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const lock = new DatabaseSync(join(directory, "owner.lock"));
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch {
    lock.close();
    throw new Problem(
      `Switchyard already runs on the data in ${directory}: stop it first, or choose another folder with STATE_DIR.`,
    );
  }
  return () => lock.close();
}
