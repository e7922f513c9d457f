import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { stateDir } from "./paths.ts";
import { requireFreePort, wantedPort } from "./port.ts";
import { Problem } from "./problem.ts";
import { checkState } from "./state-check.ts";
import { stopSignal } from "./stop-signal.ts";

export interface Owned {
  stateDirectory: string;
  port: number;
  /** Aborted when the person stops it. */
  stop: AbortSignal;
}

/** Does `work` as the one owner of the state directory and the port. Returns the exit code. */
export async function asOwner(work: (owned: Owned) => Promise<number>): Promise<number> {
  const stateDirectory = stateDir(process.env);
  const port = wantedPort("PORT", process.env);
  await requireFreePort(port);
  const stop = stopSignal();
  const unlock = lockState(stateDirectory);
  try {
    checkState(stateDirectory, process.env);
    const code = await work({ stateDirectory, port, stop });
    return stop.aborted || code === 0 ? 0 : 1;
  } catch (error) {
    if (stop.aborted) return 0;
    throw error;
  } finally {
    unlock();
  }
}

/**
 * Two runtimes on one local database kill each other, so a state directory has one owner at a time.
 * The lock is SQLite's own: the operating system frees it when the process ends, however it ends.
 */
function lockState(directory: string): () => void {
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
