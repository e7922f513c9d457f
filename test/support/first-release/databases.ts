/** The databases of a state directory as text, and made again from it: what an earlier release left is kept so. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { DATABASE } from "../../../worker/local/local-database.ts";
import { newStateDirectory } from "../product-process.ts";

export const BROKERS = "v3/do/switchyard-Broker";
const KEPT = [DATABASE, BROKERS];
const folder = new URL("state/", import.meta.url).pathname;

const quoted = (name: unknown): string => `"${String(name).replaceAll('"', '""')}"`;
const OWN = "name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

/** The statements that make this database again, a line a row. */
function sqlOf(file: string): string {
  const database = new DatabaseSync(file);
  const all = (query: string, ...values: SQLInputValue[]) => database.prepare(query).all(...values);
  const made = (which: string) =>
    all(`SELECT sql || ';' AS line FROM sqlite_schema WHERE sql IS NOT NULL AND ${OWN} AND ${which}`);
  const rowsOf = (table: string) => {
    const columns = all("SELECT name FROM pragma_table_info(?)", table).map(({ name }) => quoted(name));
    const into = `INSERT INTO ${quoted(table)} (${columns.join(", ")}) VALUES (`.replaceAll("'", "''");
    const values = columns.map((column) => `quote(${column})`).join(" || ', ' || ");
    return all(`SELECT '${into}' || ${values} || ');' AS line FROM ${quoted(table)}`);
  };
  try {
    const tables = all(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND (${OWN} OR name = 'sqlite_sequence')`,
    );
    return [
      ...made("type = 'table'"),
      ...tables.flatMap(({ name }) => rowsOf(String(name))),
      ...made("type <> 'table'"),
    ]
      .map(({ line }) => `${line}\n`)
      .join("");
  } finally {
    database.close();
  }
}

/** Writes down what a product left that runs no more. */
export function keepState(stateDirectory: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const place of KEPT) {
    for (const name of readdirSync(join(stateDirectory, place)).filter((each) => each.endsWith(".sqlite"))) {
      const sql = sqlOf(join(stateDirectory, place, name));
      if (!sql.includes("INSERT")) continue;
      mkdirSync(join(folder, place), { recursive: true });
      writeFileSync(join(folder, place, `${name}.sql`), sql);
    }
  }
}

/** A state directory of its own with what is kept. */
export function restoredState(): string {
  const stateDirectory = newStateDirectory();
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".sql")) continue;
    const file = join(stateDirectory, path.slice(0, -".sql".length));
    mkdirSync(dirname(file), { recursive: true });
    // rows come in the order of their tables, before those that they name
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
    database.exec(`BEGIN; ${readFileSync(join(folder, path), "utf8")} COMMIT;`);
    database.close();
  }
  return stateDirectory;
}
