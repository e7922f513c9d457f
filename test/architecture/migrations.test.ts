/** A release may be taken back: what a newer one made of the data, the older one reads. So tables only grow. */

import { expect, it } from "vitest";
import { files, textOf } from "./sources.ts";

const migrations = files.filter((file) => /^migrations\/\d{4}_.*\.sql$/.test(file));
const sql = [
  ...migrations.map((file) => ({ file, text: textOf(file) })),
  { file: "broker/storage/migrations.ts", text: textOf("broker/storage/migrations.ts") },
];

it("only add to tables, in the database and in the accounts' objects [F34]", () => {
  const shrinking = sql.filter(({ text }) => /\bDROP (TABLE|COLUMN)\b|\bRENAME\b/i.test(text));
  expect(shrinking.map(({ file }) => file)).toEqual([]);
});

it("add no column that an older release would have to fill [F34]", () => {
  const columns = sql.flatMap(({ file, text }) =>
    [
      ...text.matchAll(/\bALTER TABLE\b[^;]*\bADD\b([^;]*)/gi),
      ...text.matchAll(/\bcolumn: "\w+", type: "([^"]*)"/g),
    ].map(([, type = ""]) => `${file}: ${type.trim()}`),
  );
  expect(columns.length).toBeGreaterThan(5);
  expect(columns.filter((type) => /\bNOT NULL\b/i.test(type) && !/\bDEFAULT\b/i.test(type))).toEqual([]);
});

it("are written to by the names of columns, so that one that is added later is in nobody's way [F34]", () => {
  const nameless = files
    .filter((file) => /^(broker|worker)\/.*\.ts$/.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/\bINSERT\s+(OR \w+ )?INTO\s+\w+\s+(VALUES|SELECT)\b/gi)].map(
        ([statement]) => `${file}: ${statement}`,
      ),
    );
  expect(nameless).toEqual([]);
});
