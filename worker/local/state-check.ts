import { DatabaseSync } from "node:sqlite";
import { DATABASE, databasesIn, hasUsers, queryFile } from "./local-database.ts";
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
export function checkState(stateDirectory: string, environment: NodeJS.ProcessEnv): void {
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
