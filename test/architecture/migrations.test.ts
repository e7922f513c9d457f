/** Older code must be able to read data of newer code after a rollback, so migrations only add. */

import { spawnSync } from "node:child_process";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { files, root, textOf } from "./sources.ts";

const migrations = files.filter((file) => /^migrations\/\d{4}_.*\.sql$/.test(file));
const sql = [...migrations, "broker/storage/migrations.ts"].map((file) => ({ file, text: textOf(file) }));

it("only add to tables, in the database and in the accounts' objects [F34]", () => {
  const shrinking = sql.filter(({ text }) => /\bDROP (TABLE|COLUMN)\b|\bRENAME\b/i.test(text));
  expect(shrinking.map(({ file }) => file)).toEqual([]);
});

/** Added columns that are neither nullable nor have a default. */
const unfilled = (text: string): string[] =>
  [
    ...text.matchAll(/\bALTER TABLE\b[^;]*\bADD\b([^;]*)/gi),
    ...text.matchAll(/\bcolumn: "\w+", type: "([^"]*)"/g),
  ]
    .map(([, type = ""]) => type.trim())
    .filter((type) => /\bNOT NULL\b/i.test(type) && !/\bDEFAULT\b/i.test(type));

it("add no column that older code would have to fill [F34]", () => {
  expect(sql.flatMap(({ text }) => unfilled(text))).toEqual([]);
  expect(unfilled("ALTER TABLE `a` ADD `b` text NOT NULL; ALTER TABLE a ADD c text")).toEqual([
    "`b` text NOT NULL",
  ]);
  expect(unfilled('{ table: "a", column: "b", type: "TEXT NOT NULL" }')).toEqual(["TEXT NOT NULL"]);
  expect(unfilled('{ table: "a", column: "b", type: "TEXT NOT NULL DEFAULT 0" }')).toEqual([]);
});

it("have columns named in every INSERT, so that an added column breaks none [F34]", () => {
  const nameless = files
    .filter((file) => /^(broker|worker)\/.*\.ts$/.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/\bINSERT\s+(OR \w+ )?INTO\s+\w+\s+(VALUES|SELECT)\b/gi)].map(
        ([statement]) => `${file}: ${statement}`,
      ),
    );
  expect(nameless).toEqual([]);
});

/** The order of columns does not matter: an added one comes last. */
function shapeOf(statements: string): unknown[] {
  const database = new DatabaseSync(":memory:");
  database.exec(statements);
  const of = (columns: string, pragma: string) =>
    database
      .prepare(
        `SELECT t.name AS owner, ${columns} FROM sqlite_schema t, ${pragma}(t.name) p WHERE t.type = 'table' ORDER BY 1, 2`,
      )
      .all();
  return [
    of('p.name, p.type, p."notnull", p.dflt_value, p.pk', "pragma_table_xinfo"),
    of('p."from", p."table", p."to", p.on_delete', "pragma_foreign_key_list"),
    database
      .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql <> '' ORDER BY 1")
      .all(),
  ];
}

it("create the tables of the schema", () => {
  const args = ["node_modules/drizzle-kit/bin.cjs", "export", "--config", "worker/db/drizzle.config.ts"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  expect(stdout, stderr).toContain("CREATE TABLE");
  expect(shapeOf(migrations.map(textOf).join(";\n"))).toEqual(shapeOf(stdout));
});

it("are the migrations that the service expects of its database", () => {
  const named = [...textOf("worker/db/schema.ts").matchAll(/"(\d{4}_\w+\.sql)"/g)];
  expect(named.map(([, name]) => `migrations/${name}`)).toEqual(migrations);
});
