import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATABASE, databasesIn, hasUsers, queryFile } from "./migrate.ts";
import { stateDir } from "./paths.ts";
import { requireFreePort, wantedPort } from "./port.ts";
import { endOrphan } from "./runtime/orphan.ts";
import { stopSignal } from "./stop-signal.ts";
import { UserError } from "./user-error.ts";

const BROKERS = "v3/do/switchyard-Broker";
/** With any value, the product starts in spite of a lost database. */
const START_EMPTY = "START_EMPTY";

/** Reads the whole file: a quarter of a second per 100 MB. */
function damageOf(file: string): string | null {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const [result] = Object.values(database.prepare("PRAGMA quick_check(1)").get() ?? {});
    return result === "ok" ? null : String(result);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    database.close();
  }
}

/** Throws if the database is damaged or lost: a new, empty one would start, and nobody could log in. */
function checkState(stateDirectory: string, environment: NodeJS.ProcessEnv): void {
  if (environment[START_EMPTY]) return;
  const alternative = `${START_EMPTY}=1 npm start starts without it; registered users cannot log in then.`;
  const databases = databasesIn(stateDirectory);
  for (const file of databases) {
    const damage = damageOf(file);
    if (damage === null) continue;
    throw new UserError(
      `The database ${file} is damaged (${damage}): restore a copy, or remove the file. Nothing was changed.`,
    );
  }
  if (databases.some(hasUsers)) return;
  const hasAccount = (file: string) =>
    queryFile(file, (database) => database.prepare("SELECT 1 FROM meta WHERE user_id <> ''").get()) != null;
  if (!databasesIn(stateDirectory, BROKERS).some(hasAccount)) return;
  throw new UserError(
    `${stateDirectory} has data of accounts, but the database has no account: it was lost or emptied. Restore a copy of ${DATABASE} and start again; ${alternative}`,
  );
}

export interface LockedState {
  stateDirectory: string;
  port: number;
  stop: AbortSignal;
}

/** Returns the exit code. */
export async function withStateLock(work: (state: LockedState) => Promise<number>): Promise<number> {
  const stateDirectory = stateDir(process.env);
  const port = wantedPort("PORT", process.env);
  const stop = stopSignal();
  const unlock = sayingWhy(stateDirectory, () => lockState(stateDirectory));
  try {
    await endOrphan(stateDirectory);
    await requireFreePort(port);
    checkState(stateDirectory, process.env);
    const code = await work({ stateDirectory, port, stop });
    return stop.aborted || code === 0 ? 0 : 1;
  } catch (error) {
    if (stop.aborted) return 0;
    throw folderProblem(stateDirectory, error) ?? error;
  } finally {
    unlock();
  }
}

function sayingWhy<T>(directory: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw folderProblem(directory, error) ?? error;
  }
}

/** Of the system, and of SQLite: READONLY, FULL, CANTOPEN. */
const UNWRITABLE = ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOSPC", "EDQUOT"];
const UNWRITABLE_SQLITE = [8, 13, 14];

/** Null if the error is another one. */
function folderProblem(directory: string, error: unknown): UserError | null {
  const { code = "", errcode = 0, message } = error as { code?: string; errcode?: number; message: string };
  if (!UNWRITABLE.includes(code) && !UNWRITABLE_SQLITE.includes(errcode & 0xff)) return null;
  return new UserError(
    `The data cannot be written in ${directory} (${message}): give it to this user, free some space, or choose another folder with STATE_DIR.`,
  );
}

const SQLITE_BUSY = 5;

/** Two runtimes on one database kill each other. The operating system frees an SQLite lock when its process ends. */
function lockState(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const lock = new DatabaseSync(join(directory, "owner.lock"));
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new UserError(
      `Switchyard already runs with the data in ${directory}: stop it first, or choose another folder with STATE_DIR.`,
    );
  }
  return () => lock.close();
}
