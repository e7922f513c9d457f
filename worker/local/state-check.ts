/** Whether the data of a state directory belongs together, looked at before anything is started on it. */

import { DatabaseSync } from "node:sqlite";
import { DATABASE, databasesIn, hasPeople, lookInto } from "./local-database.ts";
import { Problem } from "./problem.ts";

const BROKERS = "v3/do/switchyard-Broker";
/** Set to anything, it starts all the same. */
const START_EMPTY = "START_EMPTY";

/** Why it cannot be read, or null. Reads all of it, once a start: a quarter of a second for each 100 MB. */
function damageOf(file: string): string | null {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const [said] = Object.values(database.prepare("PRAGMA quick_check(1)").get() ?? {});
    return said === "ok" ? null : String(said);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    database.close();
  }
}

/**
 * A database that was lost or cut short would begin again as an empty product, beside brokers full of people's messages:
 * nothing would say why nobody can log in.
 */
export function checkState(stateDirectory: string, environment: NodeJS.ProcessEnv): void {
  if (environment[START_EMPTY]) return;
  const anyway = `${START_EMPTY}=1 npm start begins anew all the same; who was registered cannot log in then.`;
  const databases = databasesIn(stateDirectory);
  for (const file of databases) {
    const damage = damageOf(file);
    if (damage === null) continue;
    throw new Problem(
      `The database ${file} is damaged (${damage}): put a copy of it back, or take the file away. Nothing was changed.`,
    );
  }
  if (databases.some(hasPeople)) return;
  const hasAccount = (file: string) =>
    lookInto(file, (database) => database.prepare("SELECT 1 FROM meta WHERE user_id <> ''").get()) != null;
  if (!databasesIn(stateDirectory, BROKERS).some(hasAccount)) return;
  throw new Problem(
    `There is data of accounts in ${stateDirectory}, but the database has no account: it was lost or emptied. Put a copy of ${DATABASE} back and start again; ${anyway}`,
  );
}
