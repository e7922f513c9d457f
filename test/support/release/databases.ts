/** Dumps the databases of a state directory as SQL, and restores them. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATABASE } from "../../../worker/local/migrate.ts";
import { newStateDirectory } from "../product-process.ts";

const FOLDERS = [DATABASE, "v3/do/switchyard-Broker"];
const stateOf = (release: string): string => new URL(`${release}/state/`, import.meta.url).pathname;

const quoted = (name: unknown): string => `"${String(name).replaceAll('"', '""')}"`;
const OWN = "name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

/** The statements that restore this database, one line a row. */
function sqlOf(file: string): string {
  const database = new DatabaseSync(file);
  const lines = (query: string): unknown[] =>
    database
      .prepare(query)
      .all()
      .map(({ line }) => line);
  const schema = (which: string) =>
    lines(`SELECT sql || ';' AS line FROM sqlite_schema WHERE sql IS NOT NULL AND ${OWN} AND ${which}`);
  const rowsOf = (table: unknown) => {
    const columns = lines(`SELECT name AS line FROM pragma_table_info('${table}')`).map(quoted);
    const into = `INSERT INTO ${quoted(table)} (${columns.join(", ")}) VALUES (`.replaceAll("'", "''");
    const values = columns.map((column) => `quote(${column})`).join(" || ', ' || ");
    return lines(`SELECT '${into}' || ${values} || ');' AS line FROM ${quoted(table)}`);
  };
  const tables = lines(
    `SELECT name AS line FROM sqlite_schema WHERE type = 'table' AND (${OWN} OR name = 'sqlite_sequence')`,
  );
  const all = [...schema("type = 'table'"), ...tables.flatMap(rowsOf), ...schema("type <> 'table'")];
  database.close();
  return all.map((line) => `${line}\n`).join("");
}

/** Writes the state of a stopped product into the fixture. */
export function keepState(release: string, stateDirectory: string): void {
  const kept = stateOf(release);
  rmSync(kept, { recursive: true, force: true });
  for (const folder of FOLDERS) {
    for (const name of readdirSync(join(stateDirectory, folder)).filter((each) => each.endsWith(".sqlite"))) {
      const sql = sqlOf(join(stateDirectory, folder, name));
      if (!sql.includes("INSERT")) continue;
      mkdirSync(join(kept, folder), { recursive: true });
      writeFileSync(join(kept, folder, `${name}.sql`), sql);
    }
  }
}

/** Returns a new state directory with the restored databases. */
export function restoredState(release: string): string {
  const kept = stateOf(release);
  const stateDirectory = newStateDirectory();
  for (const path of readdirSync(kept, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".sql")) continue;
    const file = join(stateDirectory, path.slice(0, -".sql".length));
    mkdirSync(dirname(file), { recursive: true });
    // Rows stand in the order of their tables, so some precede the rows that they refer to.
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
    database.exec(`BEGIN; ${readFileSync(join(kept, path), "utf8")} COMMIT;`);
    database.close();
  }
  return stateDirectory;
}
