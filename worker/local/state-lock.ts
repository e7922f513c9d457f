import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { stateDir } from "./paths.ts";
import { requireFreePort, wantedPort } from "./port.ts";
import { checkState } from "./state-check.ts";
import { stopSignal } from "./stop-signal.ts";
import { UserError } from "./user-error.ts";

export interface LockedState {
  stateDirectory: string;
  port: number;
  stop: AbortSignal;
}

/** Returns the exit code. */
export async function withStateLock(work: (state: LockedState) => Promise<number>): Promise<number> {
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

/** Two runtimes on one database kill each other. The operating system frees an SQLite lock when its process ends. */
function lockState(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const lock = new DatabaseSync(join(directory, "owner.lock"));
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch {
    lock.close();
    throw new UserError(
      `Switchyard already runs with the data in ${directory}: stop it first, or choose another folder with STATE_DIR.`,
    );
  }
  return () => lock.close();
}
